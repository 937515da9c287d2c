import { z } from 'zod'
import { type Entry, roleToChange } from '#changelog/entries/entry.ts'
import { changedItems } from '#changelog/inbox/changes.ts'
import { undoItem } from '#changelog/inbox/undo.ts'
import { type Kept, keptFor } from '#changelog/inbox/undoable.ts'
import { endRewording } from '#pipeline/writing/rewordings.ts'
import { AppError } from '#platform/errors.ts'
import { withTurns } from '#platform/iterables.ts'
import { type Acting, action } from '../action.ts'
import { briefJson } from './entry-json.ts'

/** The error for a change that is unknown. */
const unknownChange = (): AppError =>
  new AppError('not_found', 'This change is not known, or too old to be undone.')

type BriefJson = ReturnType<typeof briefJson>

/** The outcome of undoing one entry or other item. One that was changed since stays as it is, and the outcome says who did what. */
type UndoOutcome = { id: string } & (
  | { outcome: 'undone'; entry: BriefJson | null }
  | ({ outcome: 'kept' } & Kept)
)

/** Undoes an item. Returns an outcome for each entry that the item has now, or one for the item. */
async function undone(acting: Acting, changeId: string, itemId: string): Promise<UndoOutcome[]> {
  const { db, accountId, requireRole } = acting
  const request = {
    accountId,
    changeId,
    itemId,
    requireRole: (entry: Pick<Entry, 'state'>) => requireRole(roleToChange(entry)),
  }
  try {
    const entries = await db.write(tx => undoItem(tx, acting, request))
    if (entries.length === 0) return [{ id: itemId, outcome: 'undone', entry: null }]
    return entries.map(entry => ({ id: entry.id, outcome: 'undone', entry: briefJson(entry) }))
  } catch (error) {
    return [{ id: itemId, outcome: 'kept', ...keptFor(error) }]
  }
}

/** Actions on changes, including those of other members and of commands. */
export const change = {
  undo: action({
    summary: 'Undo a change: each of its entries is as it was before, unless somebody changed it since.',
    role: 'writer',
    input: z.object({ change: z.uuid().meta({ placeholder: 'CHANGE' }) }),
    args: ['change'],
    async run(acting, { change: id }) {
      const { db, accountId } = acting
      const changed = await changedItems(db.read, accountId, id)
      if (changed === null) throw unknownChange()
      if (changed.action === 'worded anew')
        await db.write(tx => endRewording(tx, acting, { accountId, id }, { state: 'stopped' }))
      const outcomes: UndoOutcome[] = []
      for await (const item of withTurns(changed.items)) outcomes.push(...(await undone(acting, id, item)))
      return { outcomes }
    },
    print: ({ outcomes }) => ({
      text: outcomes
        .map(one => `${one.id}  ${one.outcome === 'kept' ? one.detail : (one.entry?.title ?? 'undone')}\n`)
        .join(''),
    }),
  }),
}
