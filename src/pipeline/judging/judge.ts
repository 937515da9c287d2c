import type { EntryContext } from '#changelog/entries/entry-effects.ts'
import type { Classifier, Known } from '#judgement/classification/classifier.ts'
import { inputHash } from '#judgement/classification/decisions.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import type { WriteContext } from '#platform/ids.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Checked } from '#writing/checks/check.ts'
import { proofread } from '#writing/checks/proofread.ts'
import type { AccountModel, ModelOf } from '#writing/connection/model.ts'
import type { SourceMaterial, Surroundings } from '#writing/excerpt.ts'
import type { Guidance } from '#writing/guidance.ts'
import { offlinePitch } from '#writing/offline.ts'
import type { WriterWords } from '#writing/prompts/questions.ts'
import { disarmed } from '#writing/speech-to-models.ts'
import type { KnownOf } from './account-context.ts'
import { type Judge, type Judged, judgeAll, type Unjudged } from './judged.ts'
import { type Asking, checkedWords, reworded } from './wording.ts'

/** The offline judgement of a pull request, and whether its text instructs a language model, so that none is asked. */
export interface ModelInput {
  judged: Judged
  hasPromptInjection: boolean
}

/** Judges without a language model: on the calling thread in the command line, in a background thread in the server. */
export interface OfflineJudge {
  judge(accountId: string, pulls: readonly MergedPull[], signal?: AbortSignal): Promise<(Judged | Unjudged)[]>
  /** Like `judge`, with the input for a language model. */
  judgeForModel(
    accountId: string,
    pulls: readonly MergedPull[],
    signal?: AbortSignal,
  ): Promise<(ModelInput | Unjudged)[]>
  /** Checks a language model's words against the pull request. */
  check(
    pull: SourceMaterial,
    words: WriterWords,
    guidance: Pick<Guidance, 'voice' | 'language'>,
  ): Promise<Checked>
}

/** Judges on the calling thread. */
export const offlineOnThisThread = (classifier: Classifier, loadContext: KnownOf): OfflineJudge => ({
  judge: async (accountId, pulls) => judgeAll(classifier, pulls, await loadContext(accountId)),
  judgeForModel: async (accountId, pulls) =>
    judgeAllForModel(classifier, pulls, await loadContext(accountId)),
  check: async (pull, words, guidance) => checkedWords(pull, words, guidance),
})

export function judgeAllForModel(
  classifier: Classifier,
  pulls: readonly MergedPull[],
  known: Known,
): ModelInput[] {
  const disarmedPulls = pulls.map(disarmed)
  return judgeAll(classifier, disarmedPulls, known).map((judged, at) => {
    const pull = pulls[at] as MergedPull
    return { judged: ofWholePull(judged, pull), hasPromptInjection: disarmedPulls[at] !== pull }
  })
}

/** The judgement of a pull request without passages that speak to a language model, with words from its full text, from which the offline writer removes them itself. */
const ofWholePull = ({ pull: judged, ...rest }: Judged, pull: MergedPull): Judged => ({
  ...rest,
  pull,
  inputHash: inputHash(pull),
  pitch: rest.pitch && judged !== pull ? offlinePitch(pull) : rest.pitch,
})

/** Looks up the surroundings of a pull request, which are not in its record. Whatever cannot be read is left out. */
export type SurroundingsOf = (
  accountId: string,
  pull: MergedPull,
  wanted: { diff: boolean },
) => Promise<Surroundings>

/** The services that wording uses which a person or a job asks for. */
export interface WritingContext {
  db: Database
  action: EntryContext
  /** Opens the language models of accounts. */
  models(): Promise<LanguageModels>
  /** Aborts open questions. */
  signal?: AbortSignal
}

export interface LanguageModels extends WriteContext {
  db: Database
  offline: OfflineJudge
  modelOf: ModelOf
  guidanceFor(accountId: string): Promise<Guidance>
  surroundings: SurroundingsOf
}

/**
 * Judges offline. If the account has a language model, the model words those changes that customers will read about and that the team wrote
 * no note for. If it gives no words, the offline words are kept and the evidence says so.
 */
export const judgeWithLanguageModel =
  (context: LanguageModels): Judge =>
  async (accountId, pulls, signal, drafted = pulls) => {
    const { offline, modelOf } = context
    const account = drafted.length > 0 ? await modelOf(accountId) : null
    if (account === null) return offline.judge(accountId, pulls, signal)
    const asking = await askingFor(context, accountId, account, signal)
    const inputs = await offline.judgeForModel(accountId, pulls, signal)
    const worded = new Set(drafted)
    return mapConcurrently([...inputs.entries()], account.model.atOnce, async ([at, input]) => {
      signal?.throwIfAborted()
      if ('failure' in input) return input
      if (input.hasPromptInjection) return withPromptInjection(input.judged)
      const isDrafted = worded.has(pulls[at] as MergedPull)
      return isDrafted ? reworded(asking, input.judged) : input.judged
    })
  }

/** What is needed to ask a model on behalf of an account. */
export async function askingFor(
  { db, clock, ids, offline, guidanceFor, surroundings }: Omit<LanguageModels, 'modelOf'>,
  accountId: string,
  account: AccountModel,
  signal?: AbortSignal,
): Promise<Asking> {
  const guidance = await guidanceFor(accountId)
  const surround = async (pull: MergedPull): Promise<SourceMaterial> => ({
    ...pull,
    surroundings: await surroundings(accountId, pull, { diff: account.sendsDiff }),
  })
  const context = { db, clock, ids }
  const asker = { accountId, account, ...(signal && { signal }) }
  return {
    ...{ ...context, ...asker, surround, guidance },
    async check(pull, words, voice) {
      const checked = await offline.check(pull, words, voice)
      return 'faults' in checked ? checked : proofread(context, asker, pull, checked)
    },
  }
}

const SPEAKS_TO_MODEL =
  'part of the text speaks to a language model, so that part was left out and none was asked'

/** Adds to the evidence that text addresses a language model, which a person should look at. */
function withPromptInjection({ classification, ...judged }: Judged): Judged {
  const { reason, evidence } = classification
  return {
    ...judged,
    classification: {
      ...classification,
      confidence: 'low',
      reason: reason.replace(/\.?$/, ` (${SPEAKS_TO_MODEL}).`),
      evidence: [...evidence, { source: 'language-model', detail: SPEAKS_TO_MODEL, weight: 0 }],
    },
  }
}
