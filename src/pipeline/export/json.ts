import { sql } from 'kysely'
import type { Account } from '#accounts/account.ts'
import { listMembers } from '#accounts/members.ts'
import { listSets } from '#accounts/sets.ts'
import { changesOf } from '#changelog/entries/history.ts'
import { type Clock, isoOf } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'

const PAGE = 200

/**
 * Everything in an account as one JSON object, without secrets, feed addresses and members' mail addresses. Data is read page by page,
 * so changes during the export may appear in one part and not in another.
 */
export async function* jsonExport(db: Reader, clock: Clock, account: Account): AsyncGenerator<string> {
  const { id, name, language, createdAt } = account
  const head = { name, language, created_at: isoOf(createdAt) }
  yield `{"tidings_export":1,"exported_at":${JSON.stringify(isoOf(clock.now()))},"account":${JSON.stringify(head)}`
  yield* listMember('members', members(db, id))
  yield* listMember('sets', sets(db, id))
  yield* listMember('repositories', repositories(db, id))
  yield* listMember('entries', entries(db, id))
  yield* listMember('pull_requests', pullRequests(db, id))
  yield* listMember('social_accounts', socialAccounts(db, id))
  yield* listMember('post_texts', postTexts(db, id))
  yield* listMember('posts', posts(db, id))
  yield* listMember('images', images(db, id))
  yield* listMember('activity', activity(db, id))
  yield '}\n'
}

async function* members(db: Reader, accountId: string) {
  const all = await listMembers(db, accountId)
  yield all.map(({ id, name, role }) => ({ id, name, role }))
}

async function* sets(db: Reader, accountId: string) {
  const all = await listSets(db, accountId)
  yield all.map(({ id, name, createdAt }) => ({ id, name, created_at: createdAt }))
}

async function* repositories(db: Reader, accountId: string) {
  yield await db
    .selectFrom('repository')
    .select([
      'id',
      'host',
      'name',
      'announce_on',
      'include_paths',
      'exclude_paths',
      'set_rules',
      'created_at',
    ])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The entries with their history and pull requests, oldest first. */
const entries = (db: Reader, accountId: string) =>
  pagesOf(async last => {
    const rows = await db
      .selectFrom('entry')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(isBehind(last, 'created_at'))
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const ids = rows.map(row => row.id)
    if (ids.length === 0) return []
    const changesBy = Map.groupBy(await changesOf(db, ids), change => change.entryId)
    const linksBy = Map.groupBy(await linksOf(db, ids), byEntry)
    const translationsBy = Map.groupBy(await translationsIn(db, ids), byEntry)
    return rows.map(({ account_id: _, ...row }) => ({
      ...row,
      history: (changesBy.get(row.id) ?? []).map(
        ({ entryId: __, actorName: ___, before, after, ...change }) =>
          plainOf({ ...change, before: plainOf(before), after: plainOf(after) }),
      ),
      pull_requests: (linksBy.get(row.id) ?? []).map(link => link.pull_request_id),
      translations: (translationsBy.get(row.id) ?? []).map(({ entry_id: __, ...told }) => plainOf(told)),
    }))
  })

const byEntry = (row: { entry_id: string }): string => row.entry_id

const linksOf = (db: Reader, entryIds: readonly string[]) =>
  db
    .selectFrom('entry_pull_request')
    .select(['entry_id', 'pull_request_id'])
    .where('entry_id', 'in', entryIds)
    .orderBy('pull_request_id')
    .execute()

const translationsIn = (db: Reader, entryIds: readonly string[]) =>
  db
    .selectFrom('entry_translation')
    .select(['entry_id', 'language', 'title', 'body', 'by_machine', 'updated_at'])
    .where('entry_id', 'in', entryIds)
    .orderBy('entry_id')
    .orderBy('language')
    .execute()

/** The ledger with all decisions and written words, oldest merge first. */
const pullRequests = (db: Reader, accountId: string) =>
  pagesOf(async last => {
    const rows = await db
      .selectFrom('pull_request')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(isBehind(last, 'merged_at'))
      .orderBy('merged_at')
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const ids = rows.map(row => row.id)
    const [made, written] = ids.length === 0 ? [[], []] : [await decisionsOf(db, ids), await wordsOf(db, ids)]
    const decisions = Map.groupBy(made, row => row.pull_request_id)
    const pitches = new Map(written.map(({ pull_request_id: id, ...pitch }) => [id, plainOf(pitch)]))
    return rows.map(({ account_id: _, ...row }) => ({
      ...row,
      pitch: pitches.get(row.id) ?? null,
      decisions: (decisions.get(row.id) ?? []).map(({ pull_request_id: __, ...made }) => plainOf(made)),
    }))
  })

const decisionsOf = (db: Reader, pullRequestIds: readonly string[]) =>
  db
    .selectFrom('decision')
    .select(['pull_request_id', 'id', 'made_at', 'layer', 'version', 'visibility', 'kind', 'magnitude'])
    .select(['confidence', 'score', 'reason', 'evidence'])
    .where('pull_request_id', 'in', pullRequestIds)
    .orderBy('made_at')
    .orderBy('id')
    .execute()

const wordsOf = (db: Reader, pullRequestIds: readonly string[]) =>
  db
    .selectFrom('pitch')
    .select(['pull_request_id', 'headline', 'body', 'writer', 'needs_words', 'written_at'])
    .where('pull_request_id', 'in', pullRequestIds)
    .execute()

/** One image per page, since each can have several megabytes. */
const images = (db: Reader, accountId: string) =>
  pagesOf<Row & { sha256: string }>(async last => {
    const rows = await db
      .selectFrom('image')
      .select(['sha256', 'media_type', 'width', 'height', 'uploaded_at', 'uploaded_by', 'poster', 'bytes'])
      .where('account_id', '=', accountId)
      .where('sha256', '>', last?.sha256 ?? '')
      .orderBy('sha256')
      .limit(1)
      .execute()
    return rows.map(({ bytes, ...row }) => ({ ...row, base64: Buffer.from(bytes).toString('base64') }))
  })

const activity = (db: Reader, accountId: string) =>
  pagesOf(last =>
    db
      .selectFrom('activity')
      .select(['id', 'at', 'actor', 'action', 'subject', 'before', 'after'])
      .where('account_id', '=', accountId)
      .where('action', 'is not', null)
      .where(isBehind(last, 'at'))
      .orderBy('at')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )

type Row = Record<string, unknown>

/** Writes a list as a member of a JSON object, with the comma before it. */
async function* listMember(name: string, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`
  let comma = ''
  for await (const rows of pages) {
    yield comma + rows.map(row => JSON.stringify(plainOf(row))).join(',\n')
    comma = ',\n'
  }
  yield ']'
}

const TIMES = /(?:^at|_at|_for)$/

/** Columns that hold JSON as text. */
const PARSED = new Set([
  ...['labels', 'files', 'commits', 'fragments', 'linked_issues', 'evidence', 'before', 'after'],
  ...['include_paths', 'exclude_paths', 'set_rules', 'rules', 'hashtags'],
])

/** A row in export form: times in ISO 8601, JSON columns parsed. */
export const plainOf = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === 'number' && TIMES.test(name)) return [name, isoOf(value)]
      if (typeof value === 'string' && PARSED.has(name)) return [name, JSON.parse(value)]
      return [name, value]
    }),
  )

/** The condition for rows after the last one of a page, in the order of a time and the id. */
const isBehind = (last: Row | undefined, time: string) =>
  sql<boolean>`(${sql.ref(time)}, id) > (${last?.[time] ?? -1}, ${last?.id ?? ''})`

/** Reads pages until one is empty. `read` is given the last row of the previous page. */
async function* pagesOf<T extends Row>(read: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T[]> {
  let last: T | undefined
  for (;;) {
    const page = await read(last)
    if (page.length === 0) return
    yield page
    last = page.at(-1)
  }
}

/** The social accounts, also those that were disconnected. Credentials are not exported. */
async function* socialAccounts(db: Reader, accountId: string) {
  yield await db
    .selectFrom('social_account')
    .select(['id', 'set_id', 'network', 'instance', 'remote_id', 'handle', 'name', 'profile_url', 'state'])
    .select(['state_reason', 'rules', 'language', 'visibility', 'hashtags', 'connected_at'])
    .where('account_id', '=', accountId)
    .orderBy('connected_at')
    .orderBy('id')
    .execute()
}

/** People's own texts of entries for social accounts. */
async function* postTexts(db: Reader, accountId: string) {
  yield await db
    .selectFrom('post_text')
    .innerJoin('entry', 'entry.id', 'post_text.entry_id')
    .select(['entry_id', 'social_account_id', 'text', 'changed_by', 'changed_at'])
    .where('entry.account_id', '=', accountId)
    .orderBy('changed_at')
    .orderBy('entry_id')
    .orderBy('social_account_id')
    .execute()
}

/** The posts, oldest first. */
const posts = (db: Reader, accountId: string) =>
  pagesOf(last =>
    db
      .selectFrom('post')
      .select(['id', 'entry_id', 'social_account_id', 'state', 'text', 'due_at', 'held', 'attempts', 'cost'])
      .select(['attempted_at', 'remote_id', 'remote_url', 'reason', 'withdrawal', 'created_at', 'settled_at'])
      .where('account_id', '=', accountId)
      .where(isBehind(last, 'created_at'))
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )
