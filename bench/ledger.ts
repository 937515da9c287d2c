import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { fillHighlights } from '#db/migrations/0008-tokens.ts'
import type { Tx } from '#db/schema.ts'

const DAY_MS = 86_400_000
/** Small enough for the time that a statement may take, also on a slow disk. */
const BATCH = 20_000
const OTHERS = 40

/** A fifth of all pull requests is this account's. */
export const BIG_ACCOUNT = idOf(0)
/** The kind that one pull request in ten thousand has. */
export const RAREST = 'security'

/**
 * So many pull requests, spread evenly over the year before now, two of three for customers, written by the database itself: by the
 * product's own ways a million would take an hour.
 */
export async function fillLedger(db: Database, count: number, now: number): Promise<void> {
  await db.write(accounts)
  for (let from = 0; from < count; from += BATCH) {
    const to = Math.min(count, from + BATCH)
    await db.write(tx => pulls(tx, { from, to, count, now }))
  }
  await db.write(fillHighlights)
  if (db.engine === 'postgres') await sql`analyze highlight, repository`.execute(db.read)
}

/** A random-looking UUID for each number below a million: neighbours in time are no neighbours in an index of ids. */
function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(1_000_000_000_000 + ((n * 7_919) % 1_000_003)).slice(1)}`
}

const ID = sql`'00000000-0000-4000-8000-' || substr(cast(1000000000000 + (n * 7919) % 1000003 as text), 2)`
const OWNER = sql`case when n % 5 = 0 then 0 else 1 + n % ${sql.lit(OTHERS)} end`

async function accounts(tx: Tx): Promise<void> {
  for (let n = 0; n <= OTHERS; n++) {
    const id = idOf(n)
    const account = {
      id,
      public_id: id,
      name: `Team ${n}`,
      allowed_origins: null,
      language: 'en',
      created_at: 0,
    }
    await tx.insertInto('account').values(account).execute()
    const repository = { id, account_id: id, host: 'github.com', name: 'acme/app', created_at: 0 }
    await tx.insertInto('repository').values(repository).execute()
  }
}

interface Span {
  from: number
  to: number
  count: number
  now: number
}

async function pulls(tx: Tx, { from, to, count, now }: Span): Promise<void> {
  const numbers = sql`with recursive numbers (n) as
    (select cast(${from} as bigint) union all select n + 1 from numbers where n + 1 < cast(${to} as bigint))`
  const step = Math.floor((364 * DAY_MS) / count)
  await sql`insert into pull_request (id, account_id, repository_id, number, merged_at, place, decision_id, recorded_at,
      updated_at, author_is_bot, url, files_changed, additions, deletions, title, labels, linked_issues, body, commits,
      fragments, files)
    ${numbers}, owned as (select n, ${ID} as id, ${OWNER} as owner from numbers)
    select owned.id, account.id, account.id, owned.n, ${now} - owned.n * ${step}, 'drafted', owned.id, 0,
      0, 0, 'https://github.com/acme/app/pull/' || owned.n, 3, 40, 2,
      'fix: receipts no longer lose their place after a refresh (' || owned.n || ')', '[]', '[]', ${BODY}, '[]', '[]', '[]'
    from owned join account on account.name = 'Team ' || owned.owner`.execute(tx)
  await sql`insert into decision (id, account_id, pull_request_id, made_at, layer, version, input_hash, visibility, kind,
      magnitude, confidence, score, reason, evidence)
    ${numbers}, found as (select n, ${ID} as id from numbers)
    select found.id, account_id, found.id, 0, 'model', '1', '', case when n % 3 = 1 then 'internal' else 'user-facing' end,
      case when n % 10000 = 0 then ${sql.lit(RAREST)} when n % 7 = 0 then 'feature' when n % 7 = 1 then 'improvement'
        when n % 7 = 2 then 'performance' else 'fix' end,
      case when n % 50 = 0 then 'major' when n % 4 = 0 then 'minor' else 'patch' end,
      'high', 0.9, 'The title begins with "fix" and product code changed, so customers would notice.', '[]'
    from found join pull_request on pull_request.id = found.id`.execute(tx)
  await sql`insert into pitch (pull_request_id, account_id, headline, body, writer, written_at)
    ${numbers}, found as (select ${ID} as id from numbers)
    select found.id, account_id, 'Receipts no longer lose their place after a refresh',
      'Receipts keep what was typed when the connection drops, show how long it will take, and let you stop it.',
      'offline', 0
    from found join pull_request on pull_request.id = found.id`.execute(tx)
}

const BODY = 'Customers told us that this part was hard to use on a slow connection. '.repeat(8)
