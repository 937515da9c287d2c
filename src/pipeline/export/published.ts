import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'

/** A published entry, with the release that it belongs to. */
export interface PublishedEntry {
  id: string
  title: string
  body: string
  kind: Kind
  magnitude: Magnitude
  publishedAt: Instant
  /** Null: it belongs to its month. */
  release: string | null
  /** It is a chapter of its own and no line of one. */
  isWhole: boolean
}

const PAGE = 500

/** Newest first, month by month in UTC. */
export async function* publishedByMonth(db: Reader, accountId: string): AsyncGenerator<PublishedEntry[]> {
  let month: PublishedEntry[] = []
  for await (const entry of allPublished(db, accountId)) {
    const [first] = month
    if (first && monthOf(first) !== monthOf(entry)) {
      yield month
      month = []
    }
    month.push(entry)
  }
  if (month.length > 0) yield month
}

const monthOf = ({ publishedAt }: PublishedEntry): string => isoOf(publishedAt).slice(0, 7)

async function* allPublished(db: Reader, accountId: string): AsyncGenerator<PublishedEntry> {
  let last: PublishedEntry | undefined
  for (;;) {
    const page = await pageAfter(db, accountId, last)
    yield* page
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}

async function pageAfter(
  db: Reader,
  accountId: string,
  last: PublishedEntry | undefined,
): Promise<PublishedEntry[]> {
  const [at, id] = [last?.publishedAt ?? 0, last?.id ?? '']
  const rows = await db
    .selectFrom('entry')
    .leftJoin('pull_request as pull', 'pull.id', 'entry.primary_pull_request_id')
    .select(['entry.id', 'entry.title', 'entry.body', 'entry.kind', 'entry.magnitude'])
    .select(['entry.published_at', 'entry.origin', 'entry.span', 'pull.shipped_in'])
    .where('entry.account_id', '=', accountId)
    .where('entry.state', '=', 'published')
    .$if(last !== undefined, query =>
      query.where(build =>
        build.or([
          build('entry.published_at', '<', at),
          build.and([build('entry.published_at', '=', at), build('entry.id', '>', id)]),
        ]),
      ),
    )
    .orderBy('entry.published_at', 'desc')
    .orderBy('entry.id')
    .limit(PAGE)
    .execute()
  return rows.map(row => {
    const isWhole = row.span !== null && ['round-up', 'import'].includes(row.origin)
    return {
      ...{ id: row.id, title: row.title, body: row.body, isWhole },
      kind: row.kind as Kind,
      magnitude: row.magnitude as Magnitude,
      publishedAt: row.published_at ?? 0,
      release: isWhole ? row.span : row.shipped_in,
    }
  })
}
