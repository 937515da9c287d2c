import { type Kysely, sql } from 'kysely'
import { mergePulls } from './0019-pull-requests.ts'

type Db = Kysely<unknown>

/** Repositories that were recorded twice, under names that differ in case alone or with and without their host, become one. */
export async function up(db: Db): Promise<void> {
  const { rows } = await sql<Repository>`
    select repository.*, source.id as source_id, source.state as source_state
    from repository left join source on source.repository_id = repository.id
    order by repository.created_at, repository.id`.execute(db)
  // Without it each pull request that is deleted has all entries searched for it.
  await sql`create index entry_primary on entry (primary_pull_request_id)`.execute(db)
  for (const repositories of Map.groupBy(rows, row => row.account_id).values())
    await mergeAccount(db, repositories)
  await sql`drop index entry_primary`.execute(db)
  await separateNames(db)
  await sql`create unique index repository_lower_name on repository (account_id, (lower(name)), host)`.execute(
    db,
  )
}

interface Repository {
  id: string
  account_id: string
  host: string
  name: string
  external_id: string | null
  announce_on: string
  include_paths: string
  exclude_paths: string
  set_rules: string
  source_id: string | null
  source_state: string | null
}

async function mergeAccount(db: Db, repositories: readonly Repository[]): Promise<void> {
  const doubled = sameOnes(repositories).filter(group => group.length > 1)
  for (const [oldest, ...others] of doubled) if (oldest) await mergeGroup(db, oldest, others)
  const [first] = doubled.flat()
  if (first) await touchFeeds(db, first.account_id)
}

/** Groups of rows that are one repository, each the oldest first, as the rows come. A host's own id tells repositories of one name apart. */
function sameOnes(repositories: readonly Repository[]): Repository[][] {
  const known = [...Map.groupBy(repositories, row => `${row.host} ${row.external_id ?? row.id}`).values()]
  const byName = Map.groupBy(known, ([row]) => lowerCase(row?.name ?? ''))
  const groups = [...byName.values()].flatMap(sameOfName)
  return groups.map(group => repositories.filter(row => group.includes(row)))
}

/** Of one name: what has no id is the host's last that has one; what has no host is the only host's. */
function sameOfName(known: readonly Repository[][]): Repository[][] {
  const hosts = Map.groupBy(known, ([row]) => row?.host ?? '')
  const unplaced = hosts.get('git') ?? []
  hosts.delete('git')
  if (hosts.size !== 1) return [...[...hosts.values()].flatMap(sameOfHost), unplaced.flat()]
  return [...hosts.values()].flatMap(rows => sameOfHost([...rows, ...unplaced]))
}

function sameOfHost(known: readonly Repository[][]): Repository[][] {
  const identified = known.filter(([row]) => row?.external_id != null)
  const others = identified.slice(0, -1)
  return [...others, known.filter(rows => !others.includes(rows)).flat()]
}

/** What still has another's name: the last that was recorded keeps it, as its host gave it to that one. */
async function separateNames(db: Db): Promise<void> {
  const { rows } = await sql<Pick<Repository, 'id' | 'account_id' | 'host' | 'name'>>`
    select id, account_id, host, name from repository order by created_at desc, id desc`.execute(db)
  const taken = new Set<string>()
  for (const { id, account_id, host, name } of rows) {
    const keyOf = (text: string) => JSON.stringify([account_id, host, lowerCase(text)])
    let free = name
    for (let nth = 1; taken.has(keyOf(free)); nth++) free = `${name}~${nth}`
    taken.add(keyOf(free))
    if (free !== name) await sql`update repository set name = ${free} where id = ${id}`.execute(db)
  }
}

const lowerCase = (name: string): string => name.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** The oldest row stays, with the place and the settings of the one that is connected. */
async function mergeGroup(db: Db, oldest: Repository, others: readonly Repository[]): Promise<void> {
  const all = [oldest, ...others]
  const connected = all.filter(row => row.source_id !== null)
  const source = connected.find(row => row.source_state === 'active') ?? connected[0]
  const place =
    source ?? all.find(row => row.external_id !== null) ?? all.find(row => row.host !== 'git') ?? oldest
  await sql`update repository set announce_on = ${place.announce_on} where id = ${oldest.id}`.execute(db)
  for (const row of connected) if (row !== source) await replaceSource(db, row.source_id, source?.source_id)
  for (const other of others) {
    await mergePulls(db, oldest.id, other.id)
    await moveRest(db, oldest.id, other.id)
    await sql`delete from repository where id = ${other.id}`.execute(db)
  }
  const externalId = place.external_id ?? all.find(row => row.external_id !== null)?.external_id ?? null
  await sql`update repository set host = ${place.host}, name = ${place.name}, external_id = ${externalId},
    include_paths = ${place.include_paths}, exclude_paths = ${place.exclude_paths},
    set_rules = ${place.set_rules}
    where id = ${oldest.id}`.execute(db)
  await placeDrafts(db, oldest.id, place.announce_on)
}

/** Drafts wait for a release where the repository announces on release. */
async function placeDrafts(db: Db, repositoryId: string, announceOn: string): Promise<void> {
  if (announceOn === 'merge')
    await sql`update pull_request set place = 'drafted'
      where repository_id = ${repositoryId} and place = 'unshipped'`.execute(db)
  else
    await sql`update pull_request set place = 'unshipped'
      where repository_id = ${repositoryId} and place = 'drafted' and shipped_at is null and exists (
        select 1 from entry_pull_request link
        where link.pull_request_id = pull_request.id and link.live = 1)`.execute(db)
}

/** A repository has one source; what waits to be worked on goes to the one that stays. */
async function replaceSource(db: Db, from: string | null, to: string | null | undefined): Promise<void> {
  await sql`update delivery set connection = ${to ?? from}
    where connection = ${from} and state in ('received', 'failed') and not exists (
      select 1 from delivery twin where twin.connection = ${to ?? from} and twin.delivery_id = delivery.delivery_id)`.execute(
    db,
  )
  await sql`delete from backfill where source_id = ${from}`.execute(db)
  await sql`delete from source where id = ${from}`.execute(db)
}

/** What else belongs to a repository; of what both have, the older one's stays, but an imported entry that tells of it counts. */
async function moveRest(db: Db, to: string, from: string): Promise<void> {
  await sql`update mention set entry_id = (
      select twin.entry_id from mention twin where twin.repository_id = ${from} and twin.reference = mention.reference)
    where repository_id = ${to} and entry_id is null and exists (
      select 1 from mention twin where twin.repository_id = ${from} and twin.reference = mention.reference)`.execute(
    db,
  )
  for (const [name, key] of [
    ['mention', 'reference'],
    ['example', 'pull_key'],
  ] as const) {
    const table = sql.table(name)
    const column = sql.ref(key)
    await sql`delete from ${table} where repository_id = ${from} and ${column} in (
      select ${column} from ${table} where repository_id = ${to})`.execute(db)
    await sql`update ${table} set repository_id = ${to} where repository_id = ${from}`.execute(db)
  }
  await sql`delete from history_reading where repository_id = ${from} and exists (
    select 1 from history_reading where repository_id = ${to})`.execute(db)
  await sql`update history_reading set repository_id = ${to} where repository_id = ${from}`.execute(db)
  await sql`update source set repository_id = ${to} where repository_id = ${from}`.execute(db)
}

/** Readers are to fetch the feeds again. */
async function touchFeeds(db: Db, accountId: string): Promise<void> {
  const now = Date.now()
  await sql`update feed set revision = revision + 1,
    changed_at = case when changed_at + 1000 > ${now} then changed_at + 1000 else ${now} end
    where account_id = ${accountId}`.execute(db)
}
