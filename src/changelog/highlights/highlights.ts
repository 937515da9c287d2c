import { CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely'
import { RenditionCache } from '#changelog/feeds/rendition-cache.ts'
import { MAGNITUDES } from '#judgement/classification/classification.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { type Clock, type Instant, isoOf } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Schema } from '#platform/db/schema.ts'
import { asciiLowerCase, lowerNameColumn } from '#pulls/repositories/repositories.ts'
import { cursorKey, type PageQuery, readCursor, windowOf, writeCursor } from './cursor.ts'
import { DEFAULT_FILTERS, type HighlightsRequest } from './request.ts'

const WITHOUT_ADDRESS =
  'Merges in this window have no web address or are commits without a pull request, and such are never told here. Import the repository again with its address: tidings import git DIR --repo https://host/owner/name.'
/** The memory for cached answers, in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024
/** How long an answer is reused while nothing changes. The end of its time window is the time when it was computed. */
const MAX_AGE_MS = 1_000

/** An answer as JSON, in UTF-8. */
interface StoredAnswer {
  body: Buffer
  readAt: Instant
}

/**
 * The highlights query, which HTTP and MCP share. An answer is JSON: `{highlights, window: {from, to, days},
 * next_cursor}`. It is cached for as long as it is known to be current, and for a second at most.
 */
export class HighlightAnswers {
  readonly #db: Database
  readonly #clock: Clock
  readonly #find: ReturnType<typeof createPageFinder>
  readonly #cursorKey = memoizeOnce(() => cursorKey(this.#db.read))
  readonly #cache: RenditionCache<StoredAnswer>

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db
    this.#clock = clock
    this.#find = createPageFinder(db)
    this.#cache = new RenditionCache(db, CACHE_BYTES)
  }

  /** The answer, if it is in memory and current. */
  ready(accountId: string, question: HighlightsRequest): Buffer | undefined {
    const kept = this.#cache.ready(nameOf(accountId, question))
    return kept && this.#isRecent(kept) ? kept.body : undefined
  }

  /** Computes the answer, or takes it from memory. Throws `invalid_parameter` for a cursor that was not issued to the account. */
  async answer(accountId: string, question: HighlightsRequest): Promise<Buffer> {
    const ready = this.ready(accountId, question)
    if (ready) return ready
    const read = async () => this.#read(accountId, question, this.#clock.now())
    const answer = await this.#cache.fetch(nameOf(accountId, question), read)
    return (answer ?? (await read())).body
  }

  #isRecent({ readAt }: StoredAnswer): boolean {
    return Math.abs(this.#clock.now() - readAt) < MAX_AGE_MS
  }

  async #read(accountId: string, question: HighlightsRequest, now: Instant): Promise<StoredAnswer> {
    const key = await this.#cursorKey()
    const { limit, cursor } = question
    const reading = cursor === null ? beginning(question, now) : readCursor(key, accountId, question, cursor)
    // One row more than the limit shows whether there is a next page.
    const found = await this.#find(accountId, reading, limit + 1)
    const last = found.length > limit ? found[limit - 1] : undefined
    const after = last && { mergedAt: -last.newest_first, id: last.pull_request_id }
    const next = after ? writeCursor(key, accountId, reading, after) : null
    const isNone = found.length === 0 && cursor === null
    const note = isNone ? await this.#noteOnNone(accountId, reading) : undefined
    return { body: Buffer.from(answerText(found.slice(0, limit), reading, next, note)), readAt: now }
  }

  /**
   * Explains an empty answer if all merges of the window lack an address or a number: they are no highlights,
   * because a reader could not look at them.
   */
  async #noteOnNone(accountId: string, { window }: PageQuery): Promise<string | undefined> {
    const row = await this.#db.read
      .selectFrom('pull_request as pull')
      .innerJoin('decision', 'decision.id', 'pull.decision_id')
      .select('pull.id')
      .where('pull.account_id', '=', accountId)
      .where('pull.merged_at', '>=', window.from)
      .where('pull.merged_at', '<=', window.to)
      .where(eb => eb.or([eb('pull.url', 'is', null), eb('pull.number', 'is', null)]))
      .where('decision.visibility', '=', 'user-facing')
      .limit(1)
      .executeTakeFirst()
    return row && WITHOUT_ADDRESS
  }
}

const nameOf = (accountId: string, question: HighlightsRequest): string =>
  `${accountId} ${JSON.stringify(question)}`

function beginning({ filters: given }: HighlightsRequest, now: Instant): PageQuery {
  const filters = { ...DEFAULT_FILTERS, ...given }
  return { filters, window: windowOf(filters.days, now), after: null }
}

function answerText(
  found: readonly FoundHighlight[],
  { window, filters }: PageQuery,
  next: string | null,
  note: string | undefined,
): string {
  const span = { from: isoOf(window.from), to: isoOf(window.to), days: filters.days }
  const highlights = found.map(highlightText).join(',')
  const end = note === undefined ? '' : `,"note":${JSON.stringify(note)}`
  return `{"highlights":[${highlights}],"window":${JSON.stringify(span)},"next_cursor":${JSON.stringify(next)}${end}}`
}

/** Adds the id and the repository's current name to the stored JSON content. */
const highlightText = ({ pull_request_id, repo, content }: FoundHighlight): string =>
  `{"pr_id":"${pull_request_id}","repo":${JSON.stringify(repo)},${content.slice(1)}`

/** The columns that are read of a stored highlight. */
type FoundHighlight = Pick<
  Selectable<Schema['highlight']>,
  'pull_request_id' | 'newest_first' | 'content'
> & {
  repo: string
}

/** The indexed expressions. They must be written exactly as in the migration, or the database does not use the index. */
const INDEX_KEYS = {
  account: sql.raw('account_id'),
  accountKind: sql.raw("account_id || ' ' || kind"),
  accountMagnitude: sql.raw("account_id || ' ' || magnitude"),
  accountKindMagnitude: sql.raw("account_id || ' ' || kind || ' ' || magnitude"),
  repositoryMagnitude: sql.raw("repository_id || ' ' || magnitude"),
  repositoryKindMagnitude: sql.raw("repository_id || ' ' || kind || ' ' || magnitude"),
}

type IndexKey = keyof typeof INDEX_KEYS

/** Ranges of one index. Within each, all rows match and are in page order. */
interface IndexRanges {
  index: IndexKey
  values: string[]
}

const MAX_QUERIES = 500

type Readable = Pick<Database, 'read' | 'firstOfAll'>

/** The rows of a page, newest merge first; ties are ordered by id. */
type FindPage = (accountId: string, query: PageQuery, limit: number) => Promise<readonly FoundHighlight[]>

/**
 * Reads each combination of scope, kind and magnitude from its own range of an index, up to the page's limit, so that the cost depends
 * on the page size and not on the size of the table. The SQL is cached, because compiling a query takes longer than running it.
 */
function createPageFinder(db: Readable): FindPage {
  const queries = new Map<string, string>()
  const textFor = (index: IndexKey, count: number, limit: number): string => {
    const shape = `${index} ${count} ${limit}`
    const known = queries.get(shape)
    if (known !== undefined) return known
    if (queries.size >= MAX_QUERIES) queries.clear()
    const text = pageQuery(db, index, count, limit).compile(db.read).sql
    queries.set(shape, text)
    return text
  }
  return async (accountId, query, limit) => {
    const { index, values } = await indexRanges(db.read, accountId, query)
    if (values.length === 0) return []
    const text = textFor(index, values.length, limit)
    const compiled = CompiledQuery.raw(text, parametersOf(values, query))
    return (await db.read.executeQuery<FoundHighlight>(compiled)).rows
  }
}

async function indexRanges(db: Reader, accountId: string, { filters }: PageQuery): Promise<IndexRanges> {
  const { repo, kinds, minMagnitude } = filters
  const magnitudes = MAGNITUDES.slice(MAGNITUDES.indexOf(minMagnitude))
  if (repo !== null) {
    const repositories = await repositoriesNamed(db, accountId, repo)
    return kinds
      ? rangesOf('repositoryKindMagnitude', repositories, kinds, magnitudes)
      : rangesOf('repositoryMagnitude', repositories, magnitudes)
  }
  const isAnySize = magnitudes.length === MAGNITUDES.length
  const account = [accountId]
  if (kinds && isAnySize) return rangesOf('accountKind', account, kinds)
  if (kinds) return rangesOf('accountKindMagnitude', account, kinds, magnitudes)
  return isAnySize ? rangesOf('account', account) : rangesOf('accountMagnitude', account, magnitudes)
}

/** The ranges of an index to be read: one for each combination of values. */
const rangesOf = (index: IndexKey, ...parts: readonly (readonly string[])[]): IndexRanges => ({
  index,
  values: parts.reduce((values, part) =>
    values.flatMap(value => part.map(word => `${value} ${word}`)),
  ) as string[],
})

/** The repositories of this name; there may be several, since a name can exist on more than one host. */
async function repositoriesNamed(db: Reader, accountId: string, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('repository')
    .select('id')
    .where('account_id', '=', accountId)
    .where(lowerNameColumn, '=', asciiLowerCase(name))
    .execute()
  return rows.map(({ id }) => id)
}

/** Builds the query of a page. Its values are placeholders; `parametersOf` gives the actual ones in the same order. */
function pageQuery(
  { firstOfAll }: Readable,
  index: IndexKey,
  count: number,
  limit: number,
): RawBuilder<FoundHighlight> {
  const range = sql`
    select pull_request_id, newest_first, content, (select name from repository where id = repository_id) as repo
    from highlight where ${INDEX_KEYS[index]} = ${''}
      and (newest_first, pull_request_id) > (${0}, ${''}) and newest_first <= ${0}`
  const ranges = Array.from({ length: count }, () => range)
  return firstOfAll(ranges, sql`newest_first, pull_request_id`, limit)
}

function parametersOf(values: readonly string[], { window, after }: PageQuery): unknown[] {
  // The empty string sorts before every id, so the first page starts at the end of the window.
  const [mergedAt, id] = after ? [after.mergedAt, after.id] : [window.to, '']
  return values.flatMap(value => [value, -mergedAt, id, -window.from])
}
