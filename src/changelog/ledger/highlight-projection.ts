import type { Selectable } from 'kysely'
import { isoOf } from '#platform/clock.ts'
import type { Schema, Tx } from '#platform/db/schema.ts'
import { withoutHiddenReferences } from '#platform/markup/markup.ts'
import { renderMarkdown } from '#platform/rendering/rendering.ts'
import { safeAddress, safeLine, safeText } from '#platform/text.ts'
import { pitchText } from '#writing/pitch.ts'

/** The facts that determine whether a pull request is a highlight, and its content. */
export interface HighlightFacts {
  place: string
  /** Null for a commit record. */
  number: number | null
  url: string | null
  /** The machine's copy, if it wrote any. */
  pitch: { headline: string; body: string } | null
  decision: { visibility: string; kind: string; magnitude: string; layer: string } | null
  /** The live entry that has the pull request as its primary one. */
  entry: EntryFacts | null
}

interface EntryFacts {
  kind: string
  magnitude: string
  title: string
  /** Markdown. */
  body: string
  machineTitle: string
  machineBody: string
}

/** The part of a highlight that people can change. */
interface Wording {
  kind: string
  magnitude: string
  /** The pitch as plain text. */
  pitch: string
}

/**
 * The wording of a pull request as a highlight; null if it is not a highlight. A highlight is a user-facing
 * pull request with a pitch, a number and a URL that is neither reverted nor dismissed, whatever the state of
 * its entry. People win over the machine: an entry's edited words over the pitch, a person's classification
 * over the entry's, and the entry's over the machine's. `bodyText` is the body of the entry as plain text.
 */
export function highlightWording(facts: HighlightFacts, bodyText: string): Wording | null {
  const { place, number, url, pitch, decision, entry } = facts
  if (place === 'reverted' || place === 'dismissed' || number === null || url === null) return null
  if (pitch === null || decision?.visibility !== 'user-facing') return null
  const { kind, magnitude } = decision.layer === 'person' ? decision : (entry ?? decision)
  const words = entry && isReworded(entry) ? { headline: entry.title, body: bodyText } : pitch
  const told = pitchText({ ...words, headline: safeLine(words.headline) })
  return { kind, magnitude, pitch: safeText(withoutHiddenReferences(told)) }
}

/** The body of each entry as plain text. The machine writes plain text, so only words of people are rendered. */
async function bodyTexts(entries: readonly (EntryFacts | null)[]): Promise<string[]> {
  const markdown = entries.map(entry => (entry && entry.body !== entry.machineBody ? entry.body : ''))
  const rendered = await renderMarkdown(markdown)
  return entries.map((entry, at) => (markdown[at] === '' ? (entry?.body ?? '') : (rendered[at]?.text ?? '')))
}

const isReworded = (entry: EntryFacts): boolean =>
  entry.title !== entry.machineTitle || entry.body !== entry.machineBody

/**
 * Recomputes the stored highlights of these pull requests. Whatever changes one of the facts calls this in its transaction;
 * `refreshPlaces`, `updateEntry` and `markPromoted` do.
 */
export async function refreshHighlights(tx: Tx, pullRequestIds: readonly string[]): Promise<void> {
  if (pullRequestIds.length === 0) return
  const found = await readFacts(tx, pullRequestIds)
  const facts = found.map(factsOf)
  const texts = await bodyTexts(facts.map(({ entry }) => entry))
  const rows = found.flatMap((row, at) => {
    const wording = highlightWording(facts[at] ?? factsOf(row), texts[at] ?? '')
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
        // An imported release does not describe a single change.
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

/** The columns of a left join are all null if no row matches. */
function factsOf(row: Row): HighlightFacts {
  const { place, number } = row
  const present = <T>(value: T | null): T => value as T
  return {
    place,
    number,
    url: safeAddress(row.url),
    pitch: row.headline === null ? null : { headline: row.headline, body: present(row.body) },
    decision:
      row.visibility === null
        ? null
        : {
            visibility: row.visibility,
            kind: present(row.kind),
            magnitude: present(row.magnitude),
            layer: present(row.layer),
          },
    entry:
      row.entry_kind === null
        ? null
        : {
            kind: row.entry_kind,
            magnitude: present(row.entry_magnitude),
            title: present(row.entry_title),
            body: present(row.entry_body),
            machineTitle: present(row.machine_title),
            machineBody: present(row.machine_body),
          },
  }
}

export type HighlightRow = Selectable<Schema['highlight']>

/** The columns of a highlight that are not part of its wording. */
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
    codehost_url: safeAddress(row.url),
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
