import { z } from 'zod'
import { holdRun, type Run, type RunEnd } from '#accounts/runs.ts'
import { pitchBehind } from '#changelog/entries/edit.ts'
import { type Entry, isUntouched } from '#changelog/entries/entry.ts'
import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import { entryById, entryIfUnchanged } from '#changelog/entries/store.ts'
import { saveEntry } from '#changelog/entries/transitions.ts'
import { refreshPlaces } from '#changelog/ledger/places.ts'
import { appendDecisions, standingDecisions } from '#judgement/classification/decisions.ts'
import { askingFor, type WritingContext } from '#pipeline/judging/judge.ts'
import { heldWords } from '#pipeline/judging/judged.ts'
import { faultOf } from '#pipeline/judging/try-writer.ts'
import { wordingOf } from '#pipeline/judging/variants.ts'
import { type Asking, doubted } from '#pipeline/judging/wording.ts'
import { mapConcurrently, whileWanted } from '#platform/concurrency.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { WriteContext } from '#platform/ids.ts'
import {
  defineJob,
  handleJob,
  type JobRun,
  type Outcome,
  type RegisteredJob,
  RetryLater,
} from '#platform/jobs/job.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import {
  adviceOn,
  concernsOneRequest,
  failureIn,
  type LanguageModelFailureReason,
} from '#writing/models/language-model.ts'
import type { Pitch } from '#writing/pitch.ts'
import { savePitches } from '#writing/pitches.ts'
import {
  type DraftOutcome,
  endRewording,
  insertRewording,
  lastRewording,
  REWORDINGS,
  settleDraft,
} from './rewordings.ts'

/** The job that rewords a few drafts of a rewording. */
const rewordJob = defineJob({
  name: 'reword-drafts',
  /** Null starts a rewording, if there is a writer and a draft for it. */
  payload: z.object({ rewordingId: z.string().nullable() }),
  attempts: 5,
  priority: 'backfill',
})

/** The most drafts that one job takes, so that imports of the account get their turn in between. */
const BATCH = 20

/**
 * Starts rewording all drafts that the writer could word. Throws `conflict` if there is no writer or no such
 * draft, and while a rewording is running.
 */
export async function startRewording(
  { db, action, models }: WritingContext,
  accountId: string,
): Promise<void> {
  const account = await (await models()).modelOf(accountId)
  if (account === null)
    throw new AppError('conflict', 'No writer is switched on. An owner connects one in Settings.')
  await db.write(async tx => {
    const id = await insertRewording(tx, action, accountId, account.model.name)
    await enqueueBatch(tx, action, { id, accountId })
  })
}

/** Has the writer word drafts that a machine just proposed, so that it words no merges of the past that nobody will read. */
export const wordProposed = (tx: Tx, context: WriteContext, accountId: string): Promise<void> =>
  enqueue(tx, context, rewordJob, { accountId, payload: { rewordingId: null } })

const enqueueBatch = (
  tx: Tx,
  context: WriteContext,
  { id, accountId }: Pick<Running, 'id' | 'accountId'>,
): Promise<void> => enqueue(tx, context, rewordJob, { accountId, payload: { rewordingId: id } })

/**
 * Rewords drafts, a few at a time, each in a transaction of its own. After a crash it continues with those
 * that have not had their turn. It ends if the writer has no budget left or keeps failing, and says why.
 */
export const rewordJobs = (context: WritingContext): RegisteredJob =>
  handleJob(rewordJob, {
    async run({ rewordingId }, run) {
      if (rewordingId === null) return startIfPossible(context, run.accountId ?? '')
      const rewording = await REWORDINGS.open(context.db, rewordingId)
      if (!rewording) return async () => {}
      const isRunning = async () => (await REWORDINGS.running(context.db.read, rewordingId)) !== null
      const end = await whileWanted(isRunning, run.signal, signal =>
        rewordBatch(context, rewording, { ...run, signal }),
      )
      return async tx => {
        if (end !== null) await endRewording(tx, context.action, rewording, end)
        else if (await holdRun(tx, rewording.id)) await enqueueBatch(tx, context.action, rewording)
      }
    },
    async onFailed(tx, { rewordingId }, detail) {
      const rewording = rewordingId === null ? null : await REWORDINGS.running(tx, rewordingId)
      if (rewording) await endRewording(tx, context.action, rewording, { state: 'failed', detail })
    },
  })

/** How long a rewording is waited for before the next one starts, in milliseconds. */
const WAIT_MS = 60_000

async function startIfPossible(context: WritingContext, accountId: string): Promise<Outcome> {
  const { db, action } = context
  if ((await lastRewording(db.read, accountId))?.state === 'running')
    throw new RetryLater(action.clock.now() + WAIT_MS, 'Other drafts are being reworded.')
  await startRewording(context, accountId).catch(error => {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
  })
  return async () => {}
}

/** A rewording that is running. */
type Running = Pick<Run<unknown, unknown>, 'id' | 'accountId' | 'startedBy' | 'startedAt'>

/** Rewords the drafts whose turn it is. Returns how the rewording ends, or null if it continues. */
async function rewordBatch(
  context: WritingContext,
  run: Running,
  { signal, progressed }: Pick<JobRun, 'signal' | 'progressed'>,
): Promise<RunEnd | null> {
  const drafts = await nextDrafts(context.db.read, run.id)
  if (drafts.length === 0) return { state: 'done' }
  const models = await context.models()
  const account = await models.modelOf(run.accountId)
  if (account === null) return { state: 'failed', detail: 'The writer was switched off.' }
  const asking = await askingFor(models, run.accountId, account, signal)
  const batch = new Batch(context, run, asking)
  await mapConcurrently(drafts, account.model.atOnce, async draft => {
    signal.throwIfAborted()
    if (batch.failed !== null || !(await REWORDINGS.running(context.db.read, run.id))) return
    await batch.reword(draft)
    if (batch.failed === null) await progressed()
  })
  return batch.failed === null ? null : { state: 'failed', detail: batch.failed }
}

interface Draft {
  entry_id: string
  position: number
}

const nextDrafts = (db: Reader, id: string): Promise<Draft[]> =>
  db
    .selectFrom('rewording_draft')
    .select(['entry_id', 'position'])
    .where('rewording_id', '=', id)
    .where('outcome', 'is', null)
    .orderBy('position')
    .limit(BATCH)
    .execute()

/** Rewords drafts until the writer can word no more of them. */
class Batch {
  /** Why none of the remaining drafts can be worded either; null if they can. */
  failed: string | null = null
  #lastFailure: LanguageModelFailureReason | null = null
  readonly #context: WritingContext
  readonly #run: Running
  readonly #asking: Asking

  constructor(context: WritingContext, run: Running, asking: Asking) {
    this.#context = context
    this.#run = run
    this.#asking = asking
  }

  /** Rewords one draft, unless somebody has changed it. If there is no answer, the draft keeps its words. */
  async reword(draft: Draft): Promise<void> {
    const { db } = this.#context
    const entry = await entryById(db.read, draft.entry_id, this.#run.accountId)
    if (!isUntouched(entry)) return this.#settle(draft, 'changed')
    const wording = await wordingOf(db.read, this.#asking, entry)
    if ('pitch' in wording) return this.#store(draft, entry, wording.pitch)
    if ('why' in wording) return this.#settle(draft, 'kept', wording.why)
    if ('silence' in wording) return this.#endure(draft, wording)
    if ('unnoticed' in wording) await this.#doubt(entry, wording.unnoticed)
    return this.#settle(draft, 'kept', sentenceOf(wording))
  }

  async #endure(draft: Draft, wording: { silence: string }): Promise<void> {
    const failure = failureIn(wording.silence)
    if (failure === 'budget') this.failed = adviceOn(failure)
    // The writer failed several times in a row, so it is not asked for a while.
    else if (failure === null) this.failed = this.#lastFailure ? adviceOn(this.#lastFailure) : RESTING
    else if (concernsOneRequest(failure)) return this.#settle(draft, 'kept', sentenceOf(wording))
    else {
      this.#lastFailure = failure
      return this.#settle(draft, 'unanswered', sentenceOf(wording))
    }
  }

  /** Asks a person whether customers would notice, for the reason that the writer gave. */
  async #doubt({ accountId, primaryPullRequestId: pullRequestId }: Entry, why: string): Promise<void> {
    const { db, action } = this.#context
    if (pullRequestId === null) return
    await db.write(async tx => {
      const standing = (await standingDecisions(tx, [pullRequestId], false)).get(pullRequestId)
      if (standing === undefined || !(await holdRun(tx, this.#run.id))) return
      const { inputHash } = standing
      const classification = doubted(standing.classification, why)
      const decision = { pullRequestId, inputHash, classification }
      await appendDecisions(tx, action.clock, action.ids, accountId, [decision])
      await refreshPlaces(tx, [pullRequestId])
    })
  }

  async #store(draft: Draft, seen: Entry, pitch: Pitch): Promise<void> {
    try {
      await this.#context.db.write(tx => store(tx, this.#context.action, this.#run, draft, { seen, pitch }))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      await this.#settle(draft, 'changed')
    }
  }

  /** Stores the outcome of a draft, unless the rewording was stopped. */
  #settle({ entry_id: id }: Draft, outcome: DraftOutcome, detail: string | null = null): Promise<void> {
    return this.#context.db.write(async tx => {
      if (await holdRun(tx, this.#run.id)) await settleDraft(tx, this.#run, id, outcome, detail)
    })
  }
}

const RESTING = 'The writer failed several times in a row. Try again in a few minutes.'

/** The reason as a sentence, such as "The writer declined to answer." */
const sentenceOf = (wording: Parameters<typeof faultOf>[0]): string => {
  const fault = faultOf(wording).replace(/\.$/, '')
  return fault.startsWith('its ') ? `The writer's ${fault.slice(4)}.` : `The writer ${fault.slice(3)}.`
}

/** Stores the writer's words in a draft. Throws `conflict` if the draft was changed since it was read. */
async function store(
  tx: Tx,
  action: EntryContext,
  run: Running,
  { entry_id: id, position }: Draft,
  { seen, pitch }: { seen: Entry; pitch: Pitch },
): Promise<void> {
  if (!(await holdRun(tx, run.id))) return
  const before = await entryIfUnchanged(tx, id, { seen: seen.version })
  const earlier = await pitchBehind(tx, before)
  if (!earlier) throw new AppError('conflict', 'The draft has no pull request any more.')
  const context = { ...action, actor: run.startedBy, change: { id: run.id, position } }
  const { headline: title, body } = pitch
  const words = { title, body, machineTitle: title, machineBody: body, proposal: null }
  const needsWords = heldWords(seen, pitch).needsWords ?? null
  const updatedAt = action.clock.now()
  await saveEntry(tx, context, 'worded anew', before, { ...before, ...words, needsWords, updatedAt }, earlier)
  await savePitches(tx, action.clock, run.accountId, [
    { pullRequestId: earlier.pull_request_id, pitch: heldWords(seen, pitch) },
  ])
  await settleDraft(tx, run, id, 'reworded', null)
}
