import type { Selectable } from 'kysely'
import { pitchText } from '#judgement/copy/pitch.ts'
import { isoOf } from '#platform/clock.ts'
import type { Schema, Tx } from '#platform/db/schema.ts'
import { type MarkdownRenderer, markdownRenderer } from '#platform/markup/markdown.ts'
import { safeLine, safeText } from '#platform/text.ts'

/** The facts from which it follows whether a pull request is a highlight, and what is said of it. */
export interface HighlightFacts {
  place: string
  /** Null: a commit record. */
  number: number | null
  url: string | null
  /** The machine's words. */
  pitch: { headline: string; body: string } | null
  decision: { visibility: string; kind: string; magnitude: string; layer: string } | null
  /** The live entry that has it as its primary pull request. */
  entry: EntryFacts | null
}

interface EntryFacts {
  kind: string
  magnitude: string
  title: string
  /** Markdown, where it is a person's. */
  body: string
  machineTitle: string
  machineBody: string
}

/** What a person's hand can change in a highlight. */
interface Wording {
  kind: string
  magnitude: string
  /** The pitch as plain text. */
  pitch: string
}

/**
 * A highlight is a pull request that customers would notice, with a pitch, a number and an address, whatever the state of its
 * entry, unless the ledger has it as reverted or dismissed. A person wins over the machine: their words in the entry over the
 * pitch, their classification of the pull request over its entry's, the entry's over the machine's. Null: it is no highlight.
 */
export function highlightWording(facts: HighlightFacts, render: MarkdownRenderer): Wording | null {
  const { place, number, url, pitch, decision, entry } = facts
  if (place === 'reverted' || place === 'dismissed' || number === null || url === null) return null
  if (pitch === null || decision?.visibility !== 'user-facing') return null
  const { kind, magnitude } = decision.layer === 'person' ? decision : (entry ?? decision)
  const words = entry && isReworded(entry) ? wordsOf(entry, render) : pitch
  return { kind, magnitude, pitch: safeText(pitchText({ ...words, headline: safeLine(words.headline) })) }
}

const wordsOf = ({ title, body, machineBody }: EntryFacts, render: MarkdownRenderer) => ({
  headline: title,
  body: body === machineBody ? body : render(body).text,
})

const isReworded = (entry: EntryFacts): boolean =>
  entry.title !== entry.machineTitle || entry.body !== entry.machineBody

/**
 * Brings the stored highlights of these pull requests in line with the facts. Whatever changes one of the facts ends with it, in
 * the same transaction; `settlePlaces`, `updateEntry` and `markPromoted` do.
 */
export async function refreshHighlights(tx: Tx, pullRequestIds: readonly string[]): Promise<void> {
  if (pullRequestIds.length === 0) return
  const render = await markdownRenderer()
  const facts = await readFacts(tx, pullRequestIds)
  const rows = facts.flatMap(row => {
    const wording = highlightWording(factsOf(row), render)
    return wording ? [highlightRow(row, wording)] : []
  })
  const are = new Set(rows.map(row => row.pull_request_id))
  const gone = pullRequestIds.filter(id => !are.has(id))
  if (gone.length > 0) await tx.deleteFrom('highlight').where('pull_request_id', 'in', gone).execute()
  await put(tx, rows)
}

type Row = Awaited<ReturnType<typeof readFacts>>[number]

const readFacts = (tx: Tx, pullRequestIds: readonly string[]) =>
  tx
    .selectFrom('pull_request as pull')
    .leftJoin('decision', 'decision.id', 'pull.decision_id')
    .leftJoin('pitch', 'pitch.pull_request_id', 'pull.id')
    .leftJoin('entry_pull_request as link', join =>
      join.onRef('link.pull_request_id', '=', 'pull.id').on('link.live', '=', 1),
    )
    .leftJoin('entry', join =>
      join
        .onRef('entry.id', '=', 'link.entry_id')
        .onRef('entry.primary_pull_request_id', '=', 'pull.id')
        // A whole release says nothing of the kind and size of one change.
        .on('entry.origin', '!=', 'import'),
    )
    .select(['pull.id', 'pull.account_id', 'pull.repository_id', 'pull.number', 'pull.url', 'pull.title'])
    .select(['pull.place', 'pull.merged_at', 'pull.promoted_at'])
    .select(['decision.visibility', 'decision.kind', 'decision.magnitude', 'decision.layer'])
    .select(['decision.confidence', 'decision.reason', 'pitch.headline', 'pitch.body'])
    .select(['entry.kind as entry_kind', 'entry.magnitude as entry_magnitude'])
    .select(['entry.title as entry_title', 'entry.body as entry_body'])
    .select(['entry.machine_title', 'entry.machine_body'])
    .where('pull.id', 'in', pullRequestIds)
    .execute()

/** Of what is joined, the columns are null together where there is none. */
function factsOf(row: Row): HighlightFacts {
  const { place, number, url } = row
  const it = <T>(value: T | null): T => value as T
  return {
    place,
    number,
    url,
    pitch: row.headline === null ? null : { headline: row.headline, body: it(row.body) },
    decision:
      row.visibility === null
        ? null
        : {
            visibility: row.visibility,
            kind: it(row.kind),
            magnitude: it(row.magnitude),
            layer: it(row.layer),
          },
    entry:
      row.entry_kind === null
        ? null
        : {
            kind: row.entry_kind,
            magnitude: it(row.entry_magnitude),
            title: it(row.entry_title),
            body: it(row.entry_body),
            machineTitle: it(row.machine_title),
            machineBody: it(row.machine_body),
          },
  }
}

export type HighlightRow = Selectable<Schema['highlight']>

/** What is told of a pull request beside its wording. */
type HighlightColumns = Pick<
  Row,
  | 'id'
  | 'account_id'
  | 'repository_id'
  | 'number'
  | 'url'
  | 'title'
  | 'merged_at'
  | 'promoted_at'
  | 'confidence'
  | 'reason'
>

export const highlightRow = (row: HighlightColumns, { kind, magnitude, pitch }: Wording): HighlightRow => ({
  pull_request_id: row.id,
  account_id: row.account_id,
  repository_id: row.repository_id,
  kind,
  magnitude,
  newest_first: -row.merged_at,
  content: JSON.stringify({
    number: row.number,
    title: safeLine(row.title),
    codehost_url: row.url,
    merged_at: isoOf(row.merged_at),
    kind,
    visibility: 'user-facing',
    magnitude,
    confidence: row.confidence,
    reason: safeLine(row.reason ?? ''),
    pitch,
    already_promoted: row.promoted_at !== null,
  }),
})

async function put(tx: Tx, rows: readonly HighlightRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('highlight')
    .values(rows)
    .onConflict(conflict =>
      conflict.column('pull_request_id').doUpdateSet(set => ({
        kind: set.ref('excluded.kind'),
        magnitude: set.ref('excluded.magnitude'),
        newest_first: set.ref('excluded.newest_first'),
        content: set.ref('excluded.content'),
      })),
    )
    .execute()
}
