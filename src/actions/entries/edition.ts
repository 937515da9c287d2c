import { z } from 'zod'
import { lockAccount } from '#accounts/account.ts'
import { instant } from '#actions/input.ts'
import { laidOut, openEditionOf, unready } from '#changelog/editions/edition.ts'
import type { EditionDraft } from '#changelog/editions/items.ts'
import type { EditionLayout } from '#changelog/editions/layout.ts'
import { combineInEdition, placeInEdition } from '#changelog/editions/places.ts'
import { publishEntryOrEdition } from '#changelog/editions/publish.ts'
import { MAX_PULLS_PER_ENTRY } from '#changelog/limits.ts'
import { queueOrRequeue } from '#changelog/publishing/queue.ts'
import type { PageWords } from '#changelog/words/words.ts'
import type { Clock } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { type Acting, action, idOf } from '../action.ts'
import { jsonOf, shownEntry, writeEntry } from './entry-change.ts'
import { entryForm, entryJson } from './entry-json.ts'

async function requireEdition(db: Reader, accountId: string) {
  const edition = await openEditionOf(db, accountId)
  if (edition !== null) return edition
  throw new AppError(
    'conflict',
    'This account publishes entry by entry. Add a time that takes an edition: tidings schedule add --takes edition --day tuesday --time 10:00.',
  )
}

/** The edition that goes out next as commands print it. */
export async function printedEdition(db: Reader, clock: Clock, accountId: string) {
  const stored = await requireEdition(db, accountId)
  const { edition, layout, more, words } = await laidOut(db, stored, clock.now())
  const idOf = ({ entry }: EditionDraft) => entry.id
  return {
    json: {
      ...entryForm(entryJson({ entry: edition, externalUrl: null })),
      stories: layout.stories.map(idOf),
      lists: layout.lists.map(({ name, changes }) => ({ name, entries: changes.map(idOf) })),
      held: layout.held.map(({ item, reason }) => ({ entry: idOf(item), reason })),
      left_out: layout.leftOut.map(({ item, reason }) => ({ entry: idOf(item), reason })),
      more,
    },
    text: `${[edition.title, edition.body, unreadyText(unready(layout)), ...partsOf(layout, words), more > 0 && `Drafts besides that are not in it: ${more}`].filter(Boolean).join('\n\n')}\n`,
  }
}

/** "Not ready: 3 stories have no text, 41 entries are unsure"; empty where nothing is to be looked at. */
function unreadyText({ withoutText, unsure }: ReturnType<typeof unready>): string {
  const texts =
    withoutText.length === 1 ? '1 story has no text' : `${withoutText.length} stories have no text`
  const doubts = unsure.length === 1 ? '1 entry is unsure' : `${unsure.length} entries are unsure`
  const told = [withoutText.length > 0 && texts, unsure.length > 0 && doubts].filter(Boolean)
  return told.length === 0 ? '' : `Not ready: ${told.join(', ')}`
}

function partsOf({ stories, lists, held, leftOut }: EditionLayout<EditionDraft>, words: PageWords): string[] {
  const line = ({ entry }: EditionDraft) => `  ${entry.id}  ${entry.title}`
  const part = (title: string, lines: string[]) => (lines.length === 0 ? [] : [[title, ...lines].join('\n')])
  const because = ({ item, reason }: { item: EditionDraft; reason: string }) => `${line(item)}  [${reason}]`
  return [
    ...stories.map(({ entry }) => [`${entry.id}  ${entry.title}`, entry.body].filter(Boolean).join('\n')),
    ...lists.flatMap(({ name, changes }) =>
      part(words.lists[name][stories.length > 0 ? 'below' : 'alone'], changes.map(line)),
    ),
    ...part('Held', held.map(because)),
    ...part('Left out', leftOut.map(because)),
  ]
}

const printed = ({ db, clock, accountId }: Acting) => printedEdition(db.read, clock, accountId)

/** Actions on the edition that goes out next. Its words are edited like those of any entry. */
export const edition = {
  place: action({
    summary:
      'Make an entry of the next edition a story or a line, leave it out, or let its weight decide again (auto). --before puts it above another one, or at the end.',
    role: 'writer',
    input: z.object({
      id: idOf('entry'),
      as: z.enum(['story', 'line', 'out', 'auto']),
      before: idOf('entry').nullable().optional(),
    }),
    args: ['id'],
    async run(acting, { id, as: part, before }) {
      await acting.db.write(tx => placeInEdition(tx, acting, acting.accountId, id, { part, before }))
    },
    print: (_, acting) => printed(acting),
  }),
  combine: action({
    summary: 'Combine entries of the next edition into one story of it, led by the first.',
    role: 'writer',
    input: z.object({ ids: z.array(idOf('entry')).min(2).max(MAX_PULLS_PER_ENTRY) }),
    args: ['ids'],
    async run(acting, { ids }) {
      const story = await acting.db.write(tx => combineInEdition(tx, acting, acting.accountId, ids))
      return { story: await jsonOf(acting, story), change: acting.change.id }
    },
    print: (_, acting) => printed(acting),
  }),
  publish: action({
    summary: 'Publish the edition now, with all that stands in it.',
    role: 'publisher',
    input: z.object({}),
    run: acting =>
      writeEntry(acting, async tx => {
        const locked = await lockAccount(tx, acting.accountId)
        return publishEntryOrEdition(locked, acting, await requireEdition(locked, acting.accountId))
      }),
    ...shownEntry,
  }),
  queue: action({
    summary:
      'Queue the edition for a time or, without --at, for the next time of the schedule that takes one. It fills itself until then. One that is queued gets another time.',
    role: 'publisher',
    input: z.object({ at: instant.optional() }),
    run: (acting, { at }) =>
      writeEntry(acting, async tx => {
        const edition = await requireEdition(tx, acting.accountId)
        return queueOrRequeue(tx, acting, edition, { at: at ?? 'next' })
      }),
    ...shownEntry,
  }),
}
