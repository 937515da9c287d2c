import type { Account } from '#accounts/account.ts'
import { entryForm, entryJson } from '#actions/entry-json.ts'
import type { Service } from '#app/service.ts'
import { laidOut, openEditionOf } from '#changelog/editions/edition.ts'
import type { Item } from '#changelog/editions/items.ts'
import type { EditionLayout } from '#changelog/editions/layout.ts'
import { placeInEdition } from '#changelog/editions/places.ts'
import { publish } from '#changelog/editions/publish.ts'
import { queueEntry } from '#changelog/publishing/queue.ts'
import type { Words } from '#changelog/words/words.ts'
import { type CommandResult, command } from '#cli/command.ts'
import { ACCOUNT, choice, instant, required, requireFuture, text } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { entryResult } from './entry.ts'

export const showCommand = command({
  usage: 'edition show',
  summary: 'Show the edition that goes out next as readers will see it, and what is held or left out.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, (account, service) => shown(service, account)),
})

export const placeCommand = command({
  usage: 'edition place ID',
  summary:
    'Make an entry of the next edition a story or a line, leave it out, or let its weight decide again (auto).',
  options: {
    account: ACCOUNT,
    as: required(choice(['story', 'line', 'out', 'auto'] as const)),
    before: text('ID'),
  },
  run: ({ account: id, as: part, before }, [entryId = ''], context) =>
    withAccount(context, id, async (account, service) => {
      await service.db.write(tx =>
        placeInEdition(tx, operator(service), account.id, entryId, { part, before }),
      )
      return shown(service, account)
    }),
})

export const publishCommand = command({
  usage: 'edition publish',
  summary: 'Publish the edition now, with all that stands in it.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const { id: editionId } = await requireEdition(service, account)
      return entryResult(service, await service.db.write(tx => publish(tx, operator(service), editionId)))
    }),
})

export const queueCommand = command({
  usage: 'edition queue',
  summary:
    'Queue the edition for a time or, without --at, for the next time of the schedule that takes one. It fills itself until then.',
  options: { account: ACCOUNT, at: instant('TIME') },
  run: ({ account: id, at }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const { id: editionId } = await requireEdition(service, account)
      const when = at === undefined ? 'next' : requireFuture(at, service.clock.now())
      return entryResult(
        service,
        await service.db.write(tx => queueEntry(tx, operator(service), editionId, { at: when })),
      )
    }),
})

async function requireEdition({ db }: Service, account: Account) {
  const edition = await openEditionOf(db.read, account.id)
  if (edition !== null) return edition
  throw new AppError(
    'conflict',
    'This account publishes entry by entry. Add a time that takes an edition: tidings schedule add --takes edition --day tuesday --time 10:00.',
  )
}

async function shown(service: Service, account: Account): Promise<CommandResult> {
  const stored = await requireEdition(service, account)
  const { edition, layout, more, words } = await laidOut(service.db.read, stored, service.clock.now())
  const idOf = ({ entry }: Item) => entry.id
  return {
    json: {
      ...entryForm(entryJson({ entry: edition, externalUrl: null })),
      stories: layout.stories.map(idOf),
      lists: layout.lists.map(({ name, changes }) => ({ name, entries: changes.map(idOf) })),
      held: layout.held.map(({ item, reason }) => ({ entry: idOf(item), reason })),
      left_out: layout.leftOut.map(({ item, reason }) => ({ entry: idOf(item), reason })),
      more,
    },
    text: `${[edition.title, edition.body, ...partsOf(layout, words), more > 0 && `Drafts besides that are not in it: ${more}`].filter(Boolean).join('\n\n')}\n`,
  }
}

function partsOf({ stories, lists, held, leftOut }: EditionLayout<Item>, words: Words): string[] {
  const line = ({ entry }: Item) => `  ${entry.id}  ${entry.title}`
  const part = (title: string, lines: string[]) => (lines.length === 0 ? [] : [[title, ...lines].join('\n')])
  const because = ({ item, reason }: { item: Item; reason: string }) => `${line(item)}  [${reason}]`
  return [
    ...stories.map(({ entry }) => [`${entry.id}  ${entry.title}`, entry.body].filter(Boolean).join('\n')),
    ...lists.flatMap(({ name, changes }) =>
      part(words.lists[name][stories.length > 0 ? 'below' : 'alone'], changes.map(line)),
    ),
    ...part('Held', held.map(because)),
    ...part('Left out', leftOut.map(because)),
  ]
}
