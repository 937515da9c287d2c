import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { settleHighlight } from './0019-highlights.ts'

type Db = Kysely<unknown>

/** Everything recorded of one repository becomes another's; of a pull request that both have, the older record stays. */
export async function mergePulls(db: Db, to: string, from: string): Promise<void> {
  const { rows: pairs } = await sql<{ one: string; other: string }>`
    select one.id as one, other.id as other from pull_request one
    join pull_request other on other.repository_id = ${from} and other.number = one.number
    where one.repository_id = ${to}
    union all
    select one.id as one, other.id as other from pull_request one
    join pull_request other on other.repository_id = ${from} and other.commit_key = one.commit_key
    where one.repository_id = ${to}`.execute(db)
  for (const { one, other } of pairs) await mergePair(db, await recordOf(db, one), await recordOf(db, other))
  await sql`update pull_request set repository_id = ${to} where repository_id = ${from}`.execute(db)
  await sql`update highlight set repository_id = ${to} where repository_id = ${from}`.execute(db)
}

interface PullRecord {
  id: string
  account_id: string
  title: string
  body: string
  labels: string
  reverts_number: number | null
  reverts_commit: string | null
  host_changed_at: number | null
  author: string | null
  author_is_bot: number
  base_branch: string | null
  merge_commit: string | null
  url: string | null
  files: string
  files_changed: number
  additions: number
  deletions: number
  commits: string
  fragments: string
  linked_issues: string
  reverted_at: number | null
  shipped_at: number | null
  shipped_in: string | null
  promoted_at: number | null
  promoted_by: string | null
  decision_id: string | null
  recorded_at: number
}

async function recordOf(db: Db, id: string): Promise<PullRecord> {
  const { rows } = await sql<PullRecord>`select * from pull_request where id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('A pull request vanished while it was merged.')
  return rows[0]
}

async function mergePair(db: Db, one: PullRecord, other: PullRecord): Promise<void> {
  const [kept, gone] = other.recorded_at < one.recorded_at ? [other, one] : [one, other]
  const isGoneInForce = await mergeDecisions(db, kept, gone)
  const isGoneTold = await mergeEntries(db, kept.id, gone.id)
  await mergePitches(db, kept.id, gone.id, isGoneInForce)
  await sql`update activity set subject = ${kept.id}
    where account_id = ${kept.account_id} and action = 'classified' and subject = ${gone.id}`.execute(db)
  await mergeContent(db, kept, gone)
  await settleHighlight(db, kept.id, gone.id, isGoneTold)
  await sql`delete from pull_request where id = ${gone.id}`.execute(db)
}

/** The text as the host told it last, the rest from whichever record knows it. */
async function mergeContent(db: Db, kept: PullRecord, gone: PullRecord): Promise<void> {
  const text = Number(gone.host_changed_at ?? -1) > Number(kept.host_changed_at ?? -1) ? gone : kept
  const files = lengthOf(gone.files) > lengthOf(kept.files) ? gone : kept
  const fuller = (key: 'commits' | 'fragments') =>
    (lengthOf(files[key]) > 0 ? files : files === kept ? gone : kept)[key]
  const promoted = kept.promoted_at === null || earlier(gone, kept) ? gone : kept
  const issues = new Set([...JSON.parse(kept.linked_issues), ...JSON.parse(gone.linked_issues)])
  await sql`update pull_request set
    title = ${text.title}, body = ${text.body}, labels = ${text.labels},
    reverts_number = ${text.reverts_number}, reverts_commit = ${text.reverts_commit},
    host_changed_at = ${text.host_changed_at},
    author = ${kept.author ?? gone.author},
    author_is_bot = ${(kept.author === null ? gone : kept).author_is_bot},
    base_branch = ${kept.base_branch ?? gone.base_branch},
    merge_commit = ${kept.merge_commit ?? gone.merge_commit}, url = ${kept.url ?? gone.url},
    files = ${files.files}, files_changed = ${files.files_changed},
    additions = ${files.additions}, deletions = ${files.deletions},
    commits = ${fuller('commits')}, fragments = ${fuller('fragments')},
    linked_issues = ${JSON.stringify([...issues])},
    reverted_at = ${kept.reverted_at ?? gone.reverted_at},
    shipped_at = ${kept.shipped_at ?? gone.shipped_at}, shipped_in = ${kept.shipped_in ?? gone.shipped_in},
    promoted_at = ${promoted.promoted_at}, promoted_by = ${promoted.promoted_by}
    where id = ${kept.id}`.execute(db)
}

const lengthOf = (json: string): number => JSON.parse(json).length

const earlier = (one: PullRecord, other: PullRecord): boolean =>
  one.promoted_at !== null && Number(one.promoted_at) < Number(other.promoted_at)

/** All decisions are kept. A person's is in force, the later of two; else the kept record's. True when it is the other record's. */
async function mergeDecisions(db: Db, kept: PullRecord, gone: PullRecord): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from decision where id in (${kept.decision_id}, ${gone.decision_id})
    order by case layer when 'person' then 0 else 1 end,
      case layer when 'person' then -made_at else 0 end,
      case id when ${kept.decision_id} then 0 else 1 end
    limit 1`.execute(db)
  const inForce = rows[0]?.id ?? null
  await sql`update decision set pull_request_id = ${kept.id} where pull_request_id = ${gone.id}`.execute(db)
  await sql`update pull_request set decision_id = ${inForce} where id = ${kept.id}`.execute(db)
  return inForce !== null && inForce === gone.decision_id
}

async function mergePitches(db: Db, kept: string, gone: string, isGoneInForce: boolean): Promise<void> {
  const { rows } = await sql<{ pull_request_id: string }>`
    select pull_request_id from pitch where pull_request_id in (${kept}, ${gone})`.execute(db)
  const has = (id: string) => rows.some(row => row.pull_request_id === id)
  const loser = has(gone) && (isGoneInForce || !has(kept)) ? kept : gone
  await sql`delete from pitch where pull_request_id = ${loser}`.execute(db)
  await sql`update pitch set pull_request_id = ${kept} where pull_request_id = ${gone}`.execute(db)
}

interface Covering {
  id: string
  account_id: string
  state: string
  touched: number
  published_at: number | null
  pull_request_id: string
  primary_pull_request_id: string | null
}

const RANKS = ['published', 'queued', 'draft']

/** Which of two entries of the same merge stays: the published one, the first of two, else what went further or a person has touched. */
const byRank = (a: Covering, b: Covering): number =>
  RANKS.indexOf(a.state) - RANKS.indexOf(b.state) ||
  Number(a.published_at ?? 0) - Number(b.published_at ?? 0) ||
  Number(b.touched) - Number(a.touched)

/** One live entry covers the kept record from now on. True when it is the one that covered the other record. */
async function mergeEntries(db: Db, kept: string, gone: string): Promise<boolean> {
  const { rows } = await sql<Covering>`
    select entry.id, entry.account_id, state, touched, published_at, link.pull_request_id, primary_pull_request_id
    from entry_pull_request link join entry on entry.id = link.entry_id
    where live = 1 and link.pull_request_id in (${kept}, ${gone})`.execute(db)
  const own = rows.find(row => row.pull_request_id === kept)
  const other = rows.find(row => row.pull_request_id === gone)
  const isOther = other !== undefined && (own === undefined || byRank(other, own) < 0)
  const loser = isOther ? own : other
  if (own && other && loser && own.id !== other.id) await release(db, loser)
  await sql`delete from entry_pull_request where pull_request_id = ${gone} and entry_id in (
    select entry_id from entry_pull_request where pull_request_id = ${kept})`.execute(db)
  await sql`update entry_pull_request set pull_request_id = ${kept} where pull_request_id = ${gone}`.execute(
    db,
  )
  await sql`update entry set primary_pull_request_id = ${kept} where primary_pull_request_id = ${gone}`.execute(
    db,
  )
  return isOther
}

/** An entry of this merge alone is put aside; one of several goes on without it. */
async function release(db: Db, entry: Covering): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select pull_request_id as id from entry_pull_request
    where entry_id = ${entry.id} and pull_request_id <> ${entry.pull_request_id} order by id`.execute(db)
  const [next] = rows
  if (!next) return putAside(db, entry)
  await sql`delete from entry_pull_request
    where entry_id = ${entry.id} and pull_request_id = ${entry.pull_request_id}`.execute(db)
  if (entry.primary_pull_request_id === entry.pull_request_id)
    await sql`update entry set primary_pull_request_id = ${next.id} where id = ${entry.id}`.execute(db)
}

async function putAside(db: Db, { id, account_id, state }: Covering): Promise<void> {
  const after = state === 'published' ? 'withdrawn' : 'dismissed'
  await sql`update entry set state = ${after}, queued_for = null, in_slot = 0, late = 0 where id = ${id}`.execute(
    db,
  )
  await sql`update entry_pull_request set live = 0 where entry_id = ${id}`.execute(db)
  await sql`insert into activity (id, account_id, at, actor, action, subject, before, after)
    values (${randomUUID()}, ${account_id}, ${Date.now()}, 'import', ${after}, ${id},
      ${JSON.stringify({ state })}, ${JSON.stringify({ state: after })})`.execute(db)
}
