import type { EditionItem, OpenEdition } from '../edition/edition.ts'
import type { InboxRow } from './queries.ts'
import { rowId } from './search.ts'

/** Whether a row is in the edition, or outside of it with a reason. The keys of such rows place them. */
export const isOfEdition = ({ tab }: InboxRow): boolean =>
  tab === 'edition' || tab === 'story' || tab === 'line' || tab === 'held' || tab === 'out'

/** Whether the edition shows the row as readers will see it. */
export const isTold = ({ tab }: InboxRow): boolean => tab === 'story' || tab === 'line'

/**
 * The rows of Review if an edition gathers the drafts: flagged entries, then the edition and its entries in
 * reading order, then what is held, left out, undecided, and not part of it.
 */
export function withEdition(loaded: readonly InboxRow[], edition: OpenEdition): InboxRow[] {
  const known = new Map(loaded.map(row => [rowId(row), row]))
  const under =
    (tab: InboxRow['tab']) =>
    (item: EditionItem): InboxRow => ({ ...(known.get(item.id) ?? rowFrom(item)), title: item.title, tab })
  const { stories, lists, held, leftOut } = edition
  const inside = [
    ...stories.map(under('story')),
    ...lists.flatMap(({ items }) => items).map(under('line')),
    ...held.map(({ item }) => under('held')(item)),
    ...leftOut.map(({ item }) => under('out')(item)),
  ]
  const ids = new Set(inside.map(rowId))
  const others = loaded.filter(row => !ids.has(rowId(row)))
  return [
    ...others.filter(({ tab }) => tab === 'flagged'),
    { ...rowFrom(edition), kind: null, covers: edition.size, tab: 'edition' },
    ...inside,
    ...others.filter(({ id }) => id === null),
    ...others
      .filter(({ id, tab }) => id !== null && tab !== 'flagged')
      .map(row => ({ ...row, tab: 'older' as const })),
  ]
}

/** The row of an entry that is not loaded with the drafts. */
const rowFrom = (
  entry: Pick<EditionItem, 'id' | 'version' | 'title' | 'kind' | 'magnitude'> & { mergedAt?: number },
): InboxRow => ({
  id: entry.id,
  version: entry.version,
  title: entry.title,
  excerpt: '',
  kind: entry.kind,
  magnitude: entry.magnitude,
  confidence: null,
  score: null,
  reason: '',
  repo: null,
  number: null,
  mergedAt: entry.mergedAt ?? 0,
  pullId: null,
  tab: 'edition',
})
