import { laidOut, withWordsOfNow } from '#changelog/editions/edition.ts'
import { itemsIn } from '#changelog/editions/items.ts'
import { pullsByEntry } from '#changelog/entries/covered-pulls.ts'
import { editableEntry, editEntry, takeWords } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { groupedDrafts } from '#changelog/entries/grouping.ts'
import type { EntryPrecondition } from '#changelog/entries/store.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
import { faultsText } from '#writing/checks/check.ts'
import { ask, type NoAnswer } from '#writing/connection/ask.ts'
import type { Sampling } from '#writing/models/language-model.ts'
import type { Passage } from '#writing/pitch.ts'
import { savePassages } from '#writing/pitches.ts'
import { writerOf } from '#writing/prompts/instructions.ts'
import { VARIANTS, type Variant, variantsQuestion } from '#writing/prompts/questions.ts'
import { disarmed } from '#writing/speech-to-models.ts'
import { pullOfStories } from './entry-source.ts'
import { askingFor, type WritingContext } from './judge.ts'
import { type Asking, silenceOf, surrounded, type Wording, write } from './wording.ts'

/** Another wording of an entry. */
interface Proposal {
  variant: Variant
  title: string
  body: string
  passages: readonly Passage[]
  sampling: Sampling
}

interface Proposals {
  proposals: Proposal[]
  /** The variants whose words could not be used, each with the reason as the end of a sentence about the words. */
  faults: { variant: Variant; fault: string }[]
}

/** What an edition is worded from: its stories. Throws `conflict` where it has none, or all of them speak to a language model. */
async function storiesAsPull(db: Reader, edition: Entry, now: Instant): Promise<MergedPull> {
  const pull = pullOfStories(await storiesOf(db, edition, now))
  if (pull !== null) return pull
  throw new AppError('conflict', 'The edition has no story yet that its opening could be written from.')
}

async function storiesOf(db: Reader, edition: Entry, now: Instant): Promise<Pick<Entry, 'title' | 'body'>[]> {
  if (edition.state === 'draft' || edition.state === 'queued')
    return (await laidOut(db, edition, now)).layout.stories.map(({ entry }) => entry)
  const items = await itemsIn(db, edition.id, edition.state === 'withdrawn' ? 'withdrawn' : 'published')
  return items.filter(item => item.edition?.part === 'story')
}

/**
 * Proposes three other wordings of an entry, or of an edition's opening, for a person to choose from; nothing
 * is changed. The same words give the same proposals again, at no cost. Throws `conflict` if no writer is
 * connected or the entry was imported, and `unavailable` if the writer does not answer.
 */
export async function proposeVariants(
  context: WritingContext,
  id: string,
  precondition: EntryPrecondition = {},
): Promise<Proposals> {
  const { db, action } = context
  const stored = await editableEntry(db.read, id, precondition)
  const entry = await withWordsOfNow(db.read, stored, action.clock.now())
  const asking = await askingAbout(context, entry)
  const { kind, magnitude, title } = entry
  const isEdition = entry.origin === 'edition'
  const { pull, isBreaking, rest } = isEdition
    ? { pull: await storiesAsPull(db.read, stored, action.clock.now()), isBreaking: false, rest: '' }
    : await withSurroundings(asking, await sourceOf(db.read, entry))
  const current = { headline: title, body: withoutRest(entry.body, rest) }
  const change = { pull, isEdition, kind, magnitude, isBreaking }
  const question = variantsQuestion(change, asking.guidance, current)
  const answered = await ask(asking, entry.accountId, asking.account, question, asking.signal)
  if ('silence' in answered) throw noAnswer(answered.silence)
  const { sampling } = answered
  const proposals: Proposal[] = []
  const faults: Proposals['faults'] = []
  for (const variant of VARIANTS) {
    const checked = await asking.check(pull, answered.answer[variant], asking.guidance)
    if ('silence' in checked) throw noAnswer(checked.silence)
    if ('faults' in checked) faults.push({ variant, fault: faultsText(checked.faults) })
    else if (isEdition && checked.copy.body === '') faults.push({ variant, fault: 'are only a headline' })
    else {
      const { copy, passages } = checked
      const headline = isEdition ? title : copy.headline
      proposals.push({ variant, title: headline, body: joined(copy.body, rest), passages, sampling })
    }
  }
  return { proposals, faults }
}

const noAnswer = (silence: NoAnswer): AppError =>
  new AppError('unavailable', `The writer ${silenceOf(silence)}.`)

const withSurroundings = async (
  asking: Asking,
  { pulls, ...source }: Awaited<ReturnType<typeof sourceOf>>,
) => ({
  ...source,
  pull: await surrounded(asking, pulls),
})

/**
 * Replaces the entry's words by the proposal that a person saw; for an edition only its opening. Throws
 * `conflict` if the words are no longer proposed.
 */
export async function takeVariant(
  context: WritingContext,
  id: string,
  seen: Pick<Proposal, 'variant' | 'title' | 'body'>,
  precondition: EntryPrecondition,
): Promise<Entry> {
  const before = await editableEntry(context.db.read, id, precondition)
  const { proposals } = await proposeVariants(context, id, { seen: before.version })
  const chosen = proposals.find(
    ({ variant, title, body }) => variant === seen.variant && title === seen.title && body === seen.body,
  )
  if (chosen === undefined)
    throw new AppError('conflict', 'The writer proposes other words by now: close this and ask again.')
  const { title, body, passages, sampling } = chosen
  const asking = await askingAbout(context, before)
  return context.db.write(async tx => {
    if (before.origin === 'edition')
      return editEntry(tx, context.action, id, { body }, { seen: before.version })
    const taken = await takeWords(tx, context.action, before, { title, body })
    const { primaryPullRequestId: pullId, origin } = before
    if (origin === 'pull-request' && pullId !== null)
      await savePassages(tx, pullId, {
        by: writerOf(asking.account.model.name),
        sampling,
        passages,
      })
    return taken
  })
}

async function askingAbout(context: WritingContext, entry: Entry): Promise<Asking> {
  if (entry.origin === 'import')
    throw new AppError('conflict', 'This entry was imported; the machine has no source for its words.')
  const models = await context.models()
  const account = await models.modelOf(entry.accountId)
  if (account === null)
    throw new AppError('conflict', 'No writer is connected. An owner connects one in Settings.')
  return askingFor(models, entry.accountId, account, context.signal)
}

/**
 * The material that an entry's words are written from, and the part of its body that stays: the lists of what
 * a group covers. Throws `conflict` if all of the material addresses a language model.
 */
async function sourceOf(db: Reader, entry: Entry, members?: readonly Entry[]) {
  const drafts = members ?? (entry.origin === 'group' ? await groupedDrafts(db, entry) : [])
  const pullsOf = await pullsByEntry(db, members ? members.map(({ id }) => id) : [entry.id])
  const ids = [...pullsOf.values()].flat()
  const pulls = [...(await pullsById(db, ids))].map(([id, pull]) => ({
    isLead: id === entry.primaryPullRequestId,
    pull: withDraft(
      pull,
      drafts.find(draft => draft.primaryPullRequestId === id),
    ),
  }))
  const quiet = pulls.filter(({ pull }) => disarmed(pull) === pull)
  const lead = quiet.find(one => one.isLead) ?? quiet[0]
  if (lead === undefined)
    throw new AppError(
      'conflict',
      'Its pull requests speak to a language model, so none is asked about them.',
    )
  const others = quiet.filter(one => one !== lead).map(({ pull }) => pull)
  return {
    pulls: [lead.pull, ...others] as const,
    isBreaking: await isBreakingChange(db, ids),
    rest: entry.origin === 'pull-request' ? '' : listsInBody(entry.body),
  }
}

/** A pull request with the words of its draft, from which a joint text may be taken too. */
const withDraft = (pull: MergedPull, draft: Entry | undefined): MergedPull =>
  draft === undefined ? pull : { ...pull, body: joined(`${draft.title}.`, draft.body, pull.body) }

/** The writer's words for all that an entry covers, or that these drafts cover of which it leads; or why it is not asked. */
export async function wordingOf(
  db: Reader,
  asking: Asking,
  entry: Entry,
  members?: readonly Entry[],
): Promise<Wording | { why: string }> {
  try {
    const { pulls, isBreaking } = await sourceOf(db, entry, members)
    return await write(asking, pulls, { kind: entry.kind, magnitude: entry.magnitude, isBreaking })
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return { why: error.publicMessage }
    throw error
  }
}

/** The part of a body from its first list or heading on. */
const listsInBody = (body: string): string => {
  const at = body.search(/^(?:- |## )/m)
  return at < 0 ? '' : body.slice(at)
}

/** Joins the parts of a body, such as words and the lists below them. */
const joined = (...parts: string[]): string => parts.filter(Boolean).join('\n\n')

const withoutRest = (body: string, rest: string): string =>
  rest === '' ? body : body.slice(0, body.length - rest.length).trim()

async function isBreakingChange(db: Reader, pullIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('pull_request')
    .innerJoin('decision', 'decision.id', 'pull_request.decision_id')
    .select('decision.is_breaking')
    .where('pull_request.id', 'in', pullIds)
    .where('decision.is_breaking', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}
