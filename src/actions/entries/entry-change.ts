import { z } from 'zod'
import { withWordsOfNow } from '#changelog/editions/edition.ts'
import { type Entry, roleToChange } from '#changelog/entries/entry.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { entryIfUnchanged } from '#changelog/entries/store.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { type Acting, idOf } from '../action.ts'
import { type EntryJson, entryForm, entryJson, entryLine } from './entry-json.ts'

/** The version that the person saw. A change fails if there is a newer one. */
export const seen = z.int().min(1).optional().meta({ placeholder: 'VERSION' })
export const target = { id: idOf('entry'), seen }
type Target = z.output<z.ZodObject<typeof target>>
/** What commands print for an action that returns an entry. */
export const shownEntry = {
  print: (entry: EntryJson) => ({ json: entryForm(entry), text: entryLine(entry) }),
}

/** The entry, if it is at the version that the person saw and their role allows a change of it. */
export async function entryToChange(
  db: Reader,
  { accountId, requireRole }: Pick<Acting, 'accountId' | 'requireRole'>,
  { id, seen }: Target,
): Promise<Entry> {
  const entry = await entryIfUnchanged(db, id, { seen, accountId })
  requireRole(roleToChange(entry))
  return entry
}

export const jsonOf = async ({ db }: Acting, entry: Entry) => entryJson(await listedEntry(db.read, entry))

/** Changes an entry in a transaction, and returns it with its current words. */
export async function writeEntry(acting: Acting, write: (tx: Tx) => Promise<Entry>): Promise<EntryJson> {
  const after = await acting.db.write(async tx => withWordsOfNow(tx, await write(tx), acting.clock.now()))
  return jsonOf(acting, after)
}

/** Changes an entry at the version that the person saw, in a transaction. */
export const changeEntry = (
  acting: Acting,
  which: Target,
  move: (tx: Tx, before: Entry) => Promise<Entry>,
): Promise<EntryJson> => writeEntry(acting, async tx => move(tx, await entryToChange(tx, acting, which)))
