import type { OpenEdition } from '#changelog/editions/edition.ts'
import { inReadingOrder } from '#changelog/editions/layout.ts'
import { takeWords } from '#changelog/entries/edit.ts'
import { followStories } from '#changelog/entries/edition-place.ts'
import type { DraftEntry } from '#changelog/entries/entry.ts'
import { proposeGroups } from '#changelog/entries/group-proposals.ts'
import { groupEntries } from '#changelog/entries/grouping.ts'
import { entryById } from '#changelog/entries/store.ts'
import { highestMagnitude, NEWS } from '#changelog/entries/weight.ts'
import type { WritingContext } from '#pipeline/judging/judge.ts'
import { wordingOf } from '#pipeline/judging/variants.ts'
import type { Asking } from '#pipeline/judging/wording.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { Outcome } from '#platform/jobs/job.ts'

/** So many merges of one theme are one story without a person asking for it. */
const SEVERAL = 3

/**
 * Makes one story of the first theme of an edition that has several merges, in words for all of them. Null where there is none that the
 * writer can word. Drafts that a person touched or placed, and those that were in a group before, are left as they are.
 */
export async function makeTheme(
  { db, action }: WritingContext,
  asking: Asking,
  { edition: { accountId }, layout }: OpenEdition,
): Promise<Outcome | null> {
  const free = inReadingOrder(layout).filter(({ entry, place }) => place === null && !entry.touched)
  const drafts = new Map(free.map(({ entry }) => [entry.id, entry]))
  for (const { entries } of await proposeGroups(db.read, accountId)) {
    const members = entries.flatMap(({ id }) => drafts.get(id) ?? [])
    const [lead] = members
    if (lead === undefined || members.length < SEVERAL || !NEWS.includes(lead.kind)) continue
    if (await wasGrouped(db.read, members)) continue
    const whole = { ...lead, magnitude: highestMagnitude(members) }
    const wording = await wordingOf(db.read, asking, whole, members)
    if (!('pitch' in wording)) continue
    const { headline: title, body } = wording.pitch
    return async tx => {
      if (await isChanged(tx, members)) return followStories(tx, action, accountId)
      const group = await groupEntries(tx, action, accountId, { entryIds: members.map(({ id }) => id) })
      await takeWords(tx, action, group, { title, body })
    }
  }
  return null
}

async function isChanged(db: Reader, seen: readonly DraftEntry[]): Promise<boolean> {
  for (const { id, version } of seen) if ((await entryById(db, id)).version !== version) return true
  return false
}

/** Somebody took such a group apart. */
async function wasGrouped(db: Reader, drafts: readonly DraftEntry[]): Promise<boolean> {
  const row = await db
    .selectFrom('activity')
    .select('id')
    .where(
      'subject',
      'in',
      drafts.map(({ id }) => id),
    )
    .where('action', '=', 'merged into another')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
