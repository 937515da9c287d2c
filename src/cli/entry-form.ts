import type { Service } from '#app/service.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { entryById, type ListedEntry, listedEntry } from '#changelog/entries/store.ts'
import { isoOf } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'
import type { Answer, Context } from './command.ts'
import { withService } from './with-service.ts'

/** Makes one move and shows what the entry is now. */
export function moved(
  [id = '']: string[],
  context: Context,
  move: (service: Service, tx: Tx, id: string) => Promise<Entry>,
): Promise<Answer> {
  return withService(context, async service => {
    await entryById(service.db.read, id)
    return shown(service, await service.db.write(tx => move(service, tx, id)))
  })
}

/** An entry as the commands that change one answer. */
export async function shown({ db }: Service, entry: Entry): Promise<Answer> {
  const listed = await listedEntry(db.read, entry)
  return { json: publicForm(listed), text: lineOf(listed) }
}

/** As `--json` prints an entry. */
export function publicForm({ entry, externalUrl }: ListedEntry) {
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
    in_slot: entry.state === 'queued' && entry.inSlot,
    late: entry.state === 'queued' && entry.late,
    published_at: time('publishedAt' in entry ? entry.publishedAt : undefined),
    updated_at: isoOf(entry.updatedAt),
    external_url: externalUrl,
    primary_pr_id: entry.primaryPullRequestId,
    language: entry.language,
    image: entry.image,
    origin: entry.origin,
    merged_into: entry.mergedInto,
    flag: entry.flag,
    machine: { title: entry.machineTitle, body: entry.machineBody },
    proposal: entry.proposal,
    version: entry.version,
  }
}

export const lineOf = ({ entry }: ListedEntry): string =>
  `${entry.id}  ${entry.state.padEnd(9)}  ${entry.kind.padEnd(11)}  ${entry.title}${entry.flag ? `  [${entry.flag}]` : ''}${entry.state === 'queued' && entry.late ? '  [late]' : ''}\n`
