import type { Service } from '#app/service.ts'
import { publish, withdrawAlone } from '#changelog/editions/publish.ts'
import { ENTRY_STATES, type Entry } from '#changelog/entries/entry.ts'
import { type ListedEntry, listEntries, listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { dismissEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import { type CommandContext, type CommandResult, command } from '#cli/command.ts'
import { ACCOUNT, choice, flag, instant, requireFuture, text } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import type { Tx } from '#platform/db/schema.ts'

export const listCommand = command({
  usage: 'entry list',
  summary: "List an account's entries, latest merge first.",
  options: { account: ACCOUNT, state: choice(ENTRY_STATES) },
  run({ account: id, state }, _, context) {
    return withAccount(context, id, async (account, service) => {
      const listed = await listEntries(service.db.read, { accountId: account.id, state })
      return {
        json: { entries: listed.map(entryForm) },
        text: listed.map(entryLine).join('') || 'No entries.\n',
      }
    })
  },
})

export const publishCommand = command({
  usage: 'entry publish ID',
  summary: 'Publish an entry now, or queue a draft for a later time.',
  options: { set: text('SET'), at: instant('TIME') },
  run: ({ set, at }, args, context) =>
    changeEntry(args, context, async (service, tx, id) => {
      const action = operator(service)
      const filed = set === undefined ? {} : { setId: set }
      if (at === undefined) return publish(tx, action, id, filed)
      return queueEntry(tx, action, id, { ...filed, at: requireFuture(at, service.clock.now()) })
    }),
})

export const withdrawCommand = command({
  usage: 'entry withdraw ID',
  summary:
    'Remove a published entry from the feeds. The entries of an edition go with it, or become entries by themselves.',
  options: { 'keep-entries': flag },
  run: ({ 'keep-entries': keep }, args, context) =>
    changeEntry(args, context, (service, tx, id) =>
      keep ? withdrawAlone(tx, operator(service), id) : withdrawEntry(tx, operator(service), id),
    ),
})

export const dismissCommand = command({
  usage: 'entry dismiss ID',
  summary: 'Dismiss a draft or a queued entry.',
  options: {},
  run: (_, args, context) =>
    changeEntry(args, context, (service, tx, id) => dismissEntry(tx, operator(service), id)),
})

/** Changes one entry and returns it as it is now. */
export function changeEntry(
  [id = '']: string[],
  context: CommandContext,
  move: (service: Service, tx: Tx, id: string) => Promise<Entry>,
): Promise<CommandResult> {
  return withService(context, async service => {
    await entryById(service.db.read, id)
    return entryResult(service, await service.db.write(tx => move(service, tx, id)))
  })
}

/** The result of a command that changes an entry. */
export async function entryResult({ db }: Service, entry: Entry): Promise<CommandResult> {
  const listed = await listedEntry(db.read, entry)
  return { json: entryForm(listed), text: entryLine(listed) }
}

/** An entry as `--json` prints it. */
export function entryForm({ entry, externalUrl }: ListedEntry) {
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
    needs_words: entry.needsWords,
    machine: { title: entry.machineTitle, body: entry.machineBody },
    proposal: entry.proposal,
    version: entry.version,
  }
}

/** An entry as a line of text. */
export const entryLine = ({ entry }: ListedEntry): string =>
  `${entry.id}  ${entry.state.padEnd(9)}  ${entry.kind.padEnd(11)}  ${entry.title}${entry.flag ? `  [${entry.flag}]` : ''}${entry.needsWords ? '  [needs words]' : ''}${entry.state === 'queued' && entry.late ? '  [late]' : ''}\n`
