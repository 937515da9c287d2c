import { type ExpressionBuilder, sql } from 'kysely'
import { wasErased } from '#accounts/erased.ts'
import { type Clock, DAY_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { refusedSetting } from '../settings-input.ts'

const YEAR_MS = 365 * DAY_MS
/** How many given-up names of one account stay reserved for it. */
const MOST_GIVEN_UP = 10

/** Names that readers might take for the operator's own pages. */
const RESERVED = `
  about abuse account accounts admin administrator api app apps assets auth billing blog careers changelog changelogs contact dashboard
  dev developer developers docs documentation download downloads email example faq feed feeds forum help home host hostmaster images info
  invite invitation legal localhost login logout mail mcp media me member members news noreply null oauth official openapi owner
  password payment payments plan plans postmaster press pricing privacy profile public register release releases robots root rss search
  security service services session settings setup signin signout signup site staff static status support sysadmin system team teams
  terms test tidings token undefined unsubscribe updates user users webhook webhooks webmaster welcome widget wiki www
`

/**
 * The skeleton of a name, which names that readers would confuse have in common: without hyphens, and with
 * letters that look alike replaced by one of them. Takes linear time.
 */
const skeletonOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('-', '')
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

const RESERVED_SKELETONS = new Set(RESERVED.trim().split(/\s+/).map(skeletonOf))

/** Matches stored names that are equal to this one or look like it. */
const resembles = (build: ExpressionBuilder<Schema, 'page_name'>, name: string) =>
  build.or([build('page_name.name', '=', name), build('page_name.skeleton', '=', skeletonOf(name))])

/** A subquery for the account that has or had this name, or one that looks like it. */
export const accountByPageName = (db: Reader, name: string) =>
  db
    .selectFrom('page_name')
    .select('account_id')
    .where(build => resembles(build, name))
    .orderBy(sql`case when name = ${name} then 0 else 1 end`)
    .limit(1)

/**
 * Gives the account another name, or none. The previous name leads to the page until another account takes
 * it, which is possible after a year. Throws `conflict` for a name that another account has or gave up within
 * a year, or that looks like one; `invalid_parameter` for a reserved name.
 */
export async function changeName(
  tx: Tx,
  clock: Clock,
  accountId: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  const now = clock.now()
  if (after !== null) await takeName(tx, accountId, after, now)
  if (before !== null) await giveUpName(tx, accountId, before, now)
}

async function takeName(tx: Tx, accountId: string, name: string, now: Instant): Promise<void> {
  const skeleton = skeletonOf(name)
  if (RESERVED_SKELETONS.has(skeleton))
    throw refusedSetting('name', name, 'a name other than reserved words like admin, docs or support')
  if (await wasErased(tx, 'name', null, skeleton)) throw taken(name)
  const alike = await tx
    .selectFrom('page_name')
    .selectAll()
    .where(build => resembles(build, name))
    .execute()
  const isOwn = alike.some(row => row.account_id === accountId && row.name === name)
  const isHeld = (givenUpAt: Instant | null) => givenUpAt === null || givenUpAt > now - YEAR_MS
  if (!isOwn && alike.some(row => row.account_id !== accountId && isHeld(row.given_up_at))) throw taken(name)
  if (isOwn) {
    await tx.updateTable('page_name').set({ given_up_at: null }).where('name', '=', name).execute()
    return
  }
  await tx
    .deleteFrom('page_name')
    .where(build => resembles(build, name))
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('page_name')
    .values({ skeleton, name, account_id: accountId, given_up_at: null })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw taken(name)
}

const taken = (name: string): AppError =>
  new AppError('conflict', `The name ${name} is taken, or looks like one that is. Choose another.`)

async function giveUpName(tx: Tx, accountId: string, name: string, now: Instant): Promise<void> {
  await tx
    .updateTable('page_name')
    .set({ given_up_at: now })
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .execute()
  const { n } = await tx
    .selectFrom('page_name')
    .select(build => build.fn.countAll().as('n'))
    .where('account_id', '=', accountId)
    .where('given_up_at', '>', now - YEAR_MS)
    .executeTakeFirstOrThrow()
  if (Number(n) > MOST_GIVEN_UP)
    throw new AppError(
      'conflict',
      `This page gave up ${MOST_GIVEN_UP} names within a year, and each still leads to it. Take one of them again, or wait.`,
    )
}
