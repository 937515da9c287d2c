import { recordEvent } from '#accounts/events.ts'
import { isOpeningWritten, laidOut, type OpenEdition } from '#changelog/editions/edition.ts'
import type { EditionDraft } from '#changelog/editions/items.ts'
import { inReadingOrder, MOST_STORIES } from '#changelog/editions/layout.ts'
import { takeWords } from '#changelog/entries/edit.ts'
import { enqueueEditionWording, frameJob } from '#changelog/entries/edition-place.ts'
import type { DraftEntry, Entry, QueuedEntry } from '#changelog/entries/entry.ts'
import { bodyFrom, titleFrom } from '#changelog/entries/entry-text.ts'
import { proposeGroups } from '#changelog/entries/group-proposals.ts'
import { groupEntries } from '#changelog/entries/grouping.ts'
import { entryById } from '#changelog/entries/store.ts'
import { highestMagnitude, NEWS, normalized } from '#changelog/entries/weight.ts'
import { pullOfStories } from '#pipeline/judging/entry-source.ts'
import { askingFor, type WritingContext } from '#pipeline/judging/judge.ts'
import { wordingOf } from '#pipeline/judging/variants.ts'
import { type Asking, silenceOf } from '#pipeline/judging/wording.ts'
import { checkedPost } from '#pipeline/judging/write-post.ts'
import type { Reader } from '#platform/db/schema.ts'
import { handleJob, type Outcome, type RegisteredJob, RetryLater } from '#platform/jobs/job.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { keepPostAnswer, type PostWords } from '#social/texts/post-words.ts'
import { ask, type NoAnswer } from '#writing/connection/ask.ts'
import { type FrameAnswer, frameQuestion, type Rejected } from '#writing/prompts/questions.ts'

/** A first answer, and another where that had a fault. */
const ATTEMPTS = 2
/** While drafts come in by the hundred, the edition waits for the last of them. */
const AGAIN_MS = 30_000
const nothing: Outcome = async () => {}

/** What a writer found for the stories of an edition. Empty where its words could not be used. */
interface Frame {
  /** The titles of the stories that it leads with. */
  lead: readonly string[]
  title: string
  body: string
  /** Null if the words could not be used. */
  post: PostWords | null
}

/**
 * Words editions that have not gone out: joins what is one theme into a story, and chooses what leads and writes title, opening and post in
 * one question, once for the same stories. What a person wrote stays: from their opening on the writer is not asked.
 */
export const frameJobs = (context: WritingContext): RegisteredJob =>
  handleJob(frameJob, {
    async run({ editionId }, { signal }) {
      const { db, action } = context
      const stored = await entryById(db.read, editionId)
      if (!isOpen(stored)) return nothing
      const models = await context.models()
      const account = await models.modelOf(stored.accountId)
      const open = await laidOut(db.read, stored, action.clock.now())
      const keepTitle: Outcome = tx => storeTitle(tx, stored, open.edition)
      if (account === null) return keepTitle
      if (await isFilling(db.read, stored.accountId))
        throw new RetryLater(action.clock.now() + AGAIN_MS, 'Drafts still come in.')
      const asking = await askingFor(models, stored.accountId, account, signal)
      const theme = await makeTheme(context, asking, open)
      if (theme !== null) return theme
      const { fixed, news, lines } = open.candidates
      const weighty = [...fixed, ...news]
      const pull = weighty.length === 0 ? null : pullOfStories([...weighty, ...lines].map(asStory))
      if (pull === null || isOpeningWritten(stored) || stored.storiesHash === open.storiesHash)
        return keepTitle
      const frame = await frameOf(asking, pull, fixed.length)
      return frame === null ? keepTitle : tx => keep(tx, context, open, frame)
    },
  })

/** Stores the title of now, unless somebody changed it meanwhile, for the queue and the log show the title that is stored. */
async function storeTitle(tx: Parameters<Outcome>[0], { id, title, machineTitle }: Entry, now: Entry) {
  if (title === now.title && machineTitle === now.machineTitle) return
  await tx
    .updateTable('entry')
    .set({ title: now.title, machine_title: now.machineTitle })
    .where('id', '=', id)
    .where('title', '=', title)
    .where('machine_title', '=', machineTitle)
    .execute()
  await recordEvent(tx, now.accountId, 'entries', [id])
}

/** A story as a writer reads it. */
const asStory = ({ entry: { title, body }, isBreaking }: EditionDraft) => ({
  title: isBreaking ? `${title} (breaking)` : title,
  body,
})

const isNamed = ({ title }: EditionDraft, named: string): boolean => normalized(title) === normalized(named)

/** Whether a person left it out. It keeps its place, so that nothing rises in its stead. */
const isLeftOut = ({ leftOut }: OpenEdition['layout'], id: string): boolean =>
  leftOut.some(({ item, reason }) => reason === 'person' && item.entry.id === id)

const isOpen = (entry: Entry): entry is DraftEntry | QueuedEntry =>
  entry.origin === 'edition' && (entry.state === 'draft' || entry.state === 'queued')

/** Whether an import, a backfill or a rewording of the account runs. */
async function isFilling(db: Reader, accountId: string): Promise<boolean> {
  const run = await db
    .selectFrom('run')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .where('kind', '!=', 'translation')
    .executeTakeFirst()
  return run !== undefined
}

/** Null where the budget is spent. Throws where the model does not answer, so that the job is run again. */
async function frameOf(asking: Asking, pull: MergedPull, fixed: number): Promise<Frame | null> {
  const { accountId, account, guidance, signal } = asking
  let rejected: Rejected | null = null
  for (let attempt = 1; ; attempt++) {
    const answered = await ask<FrameAnswer>(
      asking,
      accountId,
      account,
      frameQuestion(pull, fixed, guidance, rejected),
      signal,
    )
    if ('silence' in answered) return unanswered(answered.silence)
    const { lead, title, opening, post } = answered.answer
    const words = await asking.check(pull, { headline: title, sentences: [opening], steps: [] }, guidance)
    if ('silence' in words) return unanswered(words.silence)
    const told = await checkedPost(asking, pull, post)
    if ('silence' in told) return unanswered(told.silence)
    const faults = [...('faults' in words ? words.faults : []), ...told.faults]
    if (faults.length > 0 && attempt < ATTEMPTS) {
      const found: Rejected = { words: answered.answer, faults }
      rejected = found
      continue
    }
    const copy = 'copy' in words ? words.copy : { headline: '', body: '' }
    return { lead, title: copy.headline, body: copy.body, post: told.words }
  }
}

/** Null where the budget is spent. Throws otherwise, so that the job is run again. */
function unanswered(silence: NoAnswer): null {
  if (silence === 'budget') return null
  throw new Error(`The writer ${silenceOf(silence)}.`)
}

/** Stores what was found for these stories; where they are others by now, asks again. */
async function keep(
  tx: Parameters<Outcome>[0],
  { action }: WritingContext,
  { edition: { id, accountId }, layout, candidates, storiesHash }: OpenEdition,
  { lead, title, body, post }: Frame,
): Promise<void> {
  const now = action.clock.now()
  const stored = await entryById(tx, id)
  if (!isOpen(stored) || isOpeningWritten(stored)) return
  if ((await laidOut(tx, stored, now)).storiesHash !== storiesHash)
    return enqueueEditionWording(tx, action, accountId)
  const set = (found: object) => tx.updateTable('entry').set(found).where('id', '=', id).execute()
  const nowOf = async () => laidOut(tx, (await entryById(tx, id)) as typeof stored, now)
  await set({
    chosen_stories: JSON.stringify([
      ...stored.chosenStories.filter(id => isLeftOut(layout, id)),
      ...lead
        .flatMap(title =>
          [...candidates.news, ...candidates.lines]
            .filter(item => isNamed(item, title))
            .map(({ entry }) => entry.id),
        )
        .slice(0, MOST_STORIES),
    ]),
  })
  await set({
    stories_hash: (await nowOf()).storiesHash,
    proposed_title: title === '' ? '' : titleFrom(title),
    proposed_body: await bodyFrom(body),
  })
  const { edition } = await nowOf()
  await storeTitle(tx, stored, edition)
  await keepPostAnswer(tx, id, edition, { words: post })
  await recordEvent(tx, accountId, 'entries', [id])
}

/** So many merges of one theme are one story without a person asking for it. */
const SEVERAL = 3

/**
 * Makes one story of the first theme of an edition that has several merges, in words for all of them. Null where there is none that the
 * writer can word. Drafts that a person touched or placed, and those that were in a group before, are left as they are.
 */
async function makeTheme(
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
      if (await isChanged(tx, members)) return enqueueEditionWording(tx, action, accountId)
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
