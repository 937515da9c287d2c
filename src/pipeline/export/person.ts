import { sql } from 'kysely'
import { personByEmail } from '#accounts/people.ts'
import { untyped } from '#platform/db/rows.ts'
import type { Reader } from '#platform/db/schema.ts'
import { plainOf } from './json.ts'

type Row = Record<string, unknown>

/** Matches columns with secrets that sign somebody in, and columns that are not text. */
const SECRET = /password|secret|token|hash|public_key|bytes|^key$/
/** Matches the columns that are about the person in a row where they only acted. */
const ABOUT = /^(?:id|account_id|entry_id|at|action|subject|state|role)$|_at$/

/**
 * Everything stored about the person with an address, by table: every row that names the person or the address in one of its columns. All
 * tables of the database are read, so that none is forgotten. Secrets are left out.
 */
export async function personExport(
  db: Reader,
  email: string,
): Promise<{ email: string; held: Record<string, Row[]> }> {
  const person = await personByEmail(db, email)
  const names = person ? [person.id, email] : [email]
  const publicIds = await idsOfTheirAccounts(db, person?.id)
  const held: Record<string, Row[]> = {}
  for (const { name, columns } of await db.introspection.getTables()) {
    const texts = columns
      .filter(({ dataType }) => dataType.toLowerCase() === 'text')
      .map(column => column.name)
    if (texts.length === 0 || name.startsWith('kysely_') || name.startsWith('search_term')) continue
    const rows = await untyped(db)
      .selectFrom(name)
      .selectAll()
      .where(({ or, eb }) => or(texts.map(column => eb(sql.ref(column), 'in', names))))
      .execute()
    if (rows.length > 0)
      held[name] = rows
        .map(row => shown(row, names, name === 'person' || 'person_id' in row))
        .map(row => withPublicId(row, publicIds))
  }
  return { email, held }
}

/** The ids of the person's accounts by which commands know them. They are also the addresses of feeds, so nobody else is told. */
async function idsOfTheirAccounts(db: Reader, personId = ''): Promise<ReadonlyMap<unknown, string>> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['account.id', 'account.public_id'])
    .where('person_id', '=', personId)
    .execute()
  return new Map(rows.map(row => [row.id, row.public_id]))
}

const withPublicId = (row: Row, publicIds: ReadonlyMap<unknown, string>): Row => {
  const id = publicIds.get(row.account_id)
  return id === undefined ? row : { ...row, account_id: id }
}

const shown = (row: Row, names: readonly string[], isTheirs: boolean): Row =>
  plainOf(
    Object.fromEntries(
      Object.entries(row).filter(
        ([column, value]) =>
          !SECRET.test(column) && (isTheirs || ABOUT.test(column) || names.includes(value as string)),
      ),
    ),
  )
