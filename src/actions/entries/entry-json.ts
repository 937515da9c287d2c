import type { Entry, QueuedEntry } from '#changelog/entries/entry.ts'
import type { ListedEntry } from '#changelog/entries/list.ts'
import { isoOf } from '#platform/clock.ts'

/** An entry as the dashboard reads it, without the internal key of its account. Commands print `entryForm`, which is made from it. */
export const entryJson = ({ entry, externalUrl }: ListedEntry) => {
  const { accountId: _, ...rest } = entry
  return { ...rest, externalUrl }
}

export type EntryJson = ReturnType<typeof entryJson>

/** The fields of an entry that lists show, as JSON. */
export const briefJson = (entry: Entry) => ({
  id: entry.id,
  title: entry.title,
  kind: entry.kind,
  magnitude: entry.magnitude,
  setId: entry.setId,
  state: entry.state,
  flag: entry.flag,
  needsWords: entry.needsWords,
  origin: entry.origin,
  version: entry.version,
  ...(entry.state === 'queued' && queuePlace(entry)),
})

const queuePlace = ({ queuedFor, onSchedule, late, immediate }: QueuedEntry) => ({
  queuedFor,
  onSchedule,
  late,
  immediate,
})

/** An entry as commands print it with `--json`: documented, with names in snake case and times in ISO 8601. */
export function entryForm(entry: EntryJson) {
  const time = (instant: number | undefined) => (instant === undefined ? null : isoOf(instant))
  return {
    id: entry.id,
    title: entry.title,
    body: entry.body,
    state: entry.state,
    kind: entry.kind,
    magnitude: entry.magnitude,
    set_id: entry.setId,
    queued_for: time('queuedFor' in entry ? entry.queuedFor : undefined),
    on_schedule: entry.state === 'queued' && entry.onSchedule,
    late: entry.state === 'queued' && entry.late,
    published_at: time('publishedAt' in entry ? entry.publishedAt : undefined),
    updated_at: isoOf(entry.updatedAt),
    external_url: entry.externalUrl,
    primary_pr_id: entry.primaryPullRequestId,
    language: entry.language,
    image: entry.image,
    origin: entry.origin,
    merged_into: entry.mergedInto,
    flag: entry.flag,
    needs_words: entry.needsWords,
    machine: { title: entry.machineTitle, body: entry.machineBody },
    proposal: entry.proposal,
    version: entry.version,
  }
}

/** An entry as a line of text. */
export const entryLine = (
  entry: Pick<Entry, 'id' | 'kind' | 'title' | 'flag' | 'needsWords'> &
    ({ state: 'queued'; late: boolean } | { state: Exclude<Entry['state'], 'queued'> }),
): string =>
  `${entry.id}  ${entry.state.padEnd(9)}  ${entry.kind.padEnd(11)}  ${entry.title}${entry.flag ? `  [${entry.flag}]` : ''}${entry.needsWords ? '  [needs words]' : ''}${entry.state === 'queued' && entry.late ? '  [late]' : ''}\n`
