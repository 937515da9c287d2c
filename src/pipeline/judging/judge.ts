import { type AskContext, ask, type NoAnswer } from '#accounts/language-model/ask.ts'
import type { AccountModel, ModelOf } from '#accounts/language-model/model.ts'
import type { Known } from '#judgement/classification/classifier.ts'
import type { Advice } from '#judgement/classification/language-model/advice.ts'
import { type Disarmed, disarmed } from '#judgement/classification/language-model/disarm.ts'
import { JUDGE_VERSION, judgeQuestion } from '#judgement/classification/language-model/question.ts'
import { type Trust, weigh, withoutAdvice } from '#judgement/classification/language-model/weigh.ts'
import type { Checked } from '#judgement/copy/writers/language-model/checked.ts'
import type { Words } from '#judgement/copy/writers/language-model/words.ts'
import type { SourceMaterial, Surroundings } from '#judgement/excerpt.ts'
import type { Guidance } from '#judgement/guidance.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import { becomesDraft } from '#pulls/past.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { LoadAccountContext } from './account-context.ts'
import { type Editor, inSection, type Judge, type Judged, judgeAll, type Unjudged } from './editor.ts'
import { type Asking, checkedWords, reworded } from './wording.ts'

/** A pull request with its offline judgement, and the part of its text that a language model may see. */
export interface ModelInput {
  judged: Judged
  sanitized: Disarmed
}

/** A language model's advice, with what its word is worth in this account. */
export interface ModelAdvice {
  advice: Advice
  trust: Trust
  version: string
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
  applyAdvice(input: ModelInput, advised: ModelAdvice): Promise<Judged>
  /** Holds a language model's words against the pull request. */
  check(pull: SourceMaterial, words: Words, guidance: Pick<Guidance, 'voice' | 'language'>): Promise<Checked>
}

/** Judges on the calling thread. */
export const offlineOnThisThread = (editor: Editor, loadContext: LoadAccountContext): OfflineJudge => ({
  judge: async (accountId, pulls) => judgeAll(editor, pulls, await loadContext(accountId)),
  judgeForModel: async (accountId, pulls) => judgeAllForModel(editor, pulls, await loadContext(accountId)),
  applyAdvice: async (input, advised) => applyAdvice(editor, input, advised),
  check: async (pull, words, guidance) => checkedWords(pull, words, guidance),
})

export function judgeAllForModel(editor: Editor, pulls: readonly MergedPull[], known: Known): ModelInput[] {
  const all = pulls.map(pull => ({ pull, sanitized: disarmed(pull) }))
  const judged = judgeAll(
    editor,
    all.map(({ pull, sanitized }) => (sanitized.hasPromptInjection ? sanitized.pull : pull)),
    known,
  )
  return all.map(({ pull, sanitized }, at) => ({
    sanitized,
    judged: ofWholePull(editor, judged[at] as Judged, pull),
  }))
}

/** The judgement of a pull request whose text was cut, with the words of the whole one, which the writer cuts by itself. */
const ofWholePull = (editor: Editor, { pull: judged, ...rest }: Judged, pull: MergedPull): Judged => ({
  ...rest,
  pull,
  inputHash: editor.inputHash(pull),
  pitch: rest.pitch && judged !== pull ? editor.write(pull) : rest.pitch,
})

export function applyAdvice(
  editor: Editor,
  { judged, sanitized }: ModelInput,
  { advice, trust, version }: ModelAdvice,
): Judged {
  const classification = weigh(judged.classification, advice, trust, version)
  if (classification.visibility === 'internal') return { ...judged, classification, pitch: null }
  const pitch = judged.pitch ?? editor.write(sanitized.pull)
  return { ...judged, classification: inSection(classification, pitch), pitch }
}

/** Looks up what belongs to a pull request and is not in its record. Whatever cannot be had is left out. */
export type SurroundingsOf = (
  accountId: string,
  pull: MergedPull,
  wanted: { diff: boolean },
) => Promise<Surroundings>

export interface LanguageModelContext extends AskContext {
  offline: OfflineJudge
  modelOf: ModelOf
  guidanceFor(accountId: string): Promise<Guidance>
  surroundings: SurroundingsOf
}

/**
 * Judges offline first. Where the account has a language model, it is asked two questions, each only where its answer can change something:
 * for its advice where the decision is not certain, and for words where customers will read them and the team wrote none. If the model
 * gives no answer, the offline result stands and its evidence says so.
 */
export const judgeWithLanguageModel =
  (context: LanguageModelContext): Judge =>
  async (accountId, pulls, signal, drafts = true) => {
    const { offline, modelOf } = context
    const account = await modelOf(accountId)
    if (account === null) return offline.judge(accountId, pulls, signal)
    const asking = await askingFor(context, accountId, account, signal)
    const inputs = await offline.judgeForModel(accountId, pulls, signal)
    return mapConcurrently(inputs, account.model.atOnce, async input => {
      signal?.throwIfAborted()
      if ('failure' in input) return input
      if (!becomesDraft(drafts, input.judged.pull)) return input.judged
      if (input.sanitized.hasPromptInjection) return withoutModel(input.judged, 'prompt_injection')
      const decided = await advised(offline, asking, input)
      if ('silence' in decided) return withoutModel(input.judged, decided.silence)
      return reworded(asking, decided.judged, input.sanitized.pull)
    })
  }

/** What is needed to ask a model on behalf of an account. */
export async function askingFor(
  { db, clock, ids, offline, guidanceFor, surroundings }: Omit<LanguageModelContext, 'modelOf'>,
  accountId: string,
  account: AccountModel,
  signal?: AbortSignal,
): Promise<Asking> {
  const guidance = await guidanceFor(accountId)
  const { check } = offline
  const surround = async (pull: MergedPull): Promise<SourceMaterial> => ({
    ...pull,
    surroundings: await surroundings(accountId, pull, { diff: account.sendsDiff }),
  })
  return { db, clock, ids, surround, check, accountId, account, guidance, ...(signal && { signal }) }
}

/** The decision, with the model's advice where it was not certain; or why there is no advice. */
async function advised(
  offline: OfflineJudge,
  asking: Asking,
  input: ModelInput,
): Promise<{ judged: Judged } | { silence: NoAnswer }> {
  const { accountId, account, guidance, signal } = asking
  const { judged, sanitized } = input
  if (isCertain(judged)) return { judged }
  const answered = await ask(asking, accountId, account, judgeQuestion(sanitized.pull, guidance), signal)
  if ('silence' in answered) return answered
  const version = `${account.model.name}@${JUDGE_VERSION}`
  return {
    judged: await offline.applyAdvice(input, { advice: answered.answer, trust: guidance.trust, version }),
  }
}

const withoutModel = (offline: Judged, silence: Parameters<typeof withoutAdvice>[1]): Judged => ({
  ...offline,
  classification: withoutAdvice(offline.classification, silence),
})

const isCertain = ({ classification: { confidence, layer } }: Judged): boolean =>
  confidence === 'high' || layer === 'explicit'
