import type { Classification } from '#judgement/classification/classification.ts'
import type { Known } from '#judgement/classification/classifier.ts'
import type { Adviser } from '#judgement/classification/language-model/adviser.ts'
import type { Advice } from '#judgement/classification/language-model/answer.ts'
import { type Disarmed, disarmed } from '#judgement/classification/language-model/disarm.ts'
import type { Guidance } from '#judgement/classification/language-model/guidance.ts'
import { weigh, withoutAdvice } from '#judgement/classification/language-model/weigh.ts'
import { sourceOf } from '#judgement/copy/checks/check.ts'
import { cleanCopy, faultOf } from '#judgement/copy/checks/checks.ts'
import { teamNoteOf } from '#judgement/copy/notes/notes.ts'
import type { Pitch } from '#judgement/copy/pitch.ts'
import { mapConcurrently } from '#platform/concurrency.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { LoadAccountContext } from './account-context.ts'
import { type Editor, inSection, type Judge, type Judged, judgeAll, type Unjudged } from './editor.ts'

/** A pull request with its offline judgement, and the part of its text that a language model may see. */
export interface ModelInput {
  judged: Judged
  sanitized: Disarmed
}

/** A language model's advice, with the model's version and the account's voice that it was given. */
export interface ModelAdvice {
  advice: Advice
  version: string
  voice: string
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
}

/** Judges on the calling thread. */
export const offlineOnThisThread = (editor: Editor, loadContext: LoadAccountContext): OfflineJudge => ({
  judge: async (accountId, pulls) => judgeAll(editor, pulls, await loadContext(accountId)),
  judgeForModel: async (accountId, pulls) => judgeAllForModel(editor, pulls, await loadContext(accountId)),
  applyAdvice: async (input, advised) => applyAdvice(editor, input, advised),
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
  { advice, version, voice }: ModelAdvice,
): Judged {
  const classification = weigh(judged.classification, advice, version)
  if (classification.visibility === 'internal') return { ...judged, classification, pitch: null }
  const own = judged.pitch ?? editor.write(sanitized.pull)
  if (own.writer === 'team') return { ...judged, classification, pitch: own }
  const copy = cleanCopy(advice)
  const note = teamNoteOf(sanitized.pull)?.text ?? ''
  const fault = faultOf(copy, sourceOf(sanitized.pull, note, voice))
  if (fault !== null) return { ...judged, classification: withEvidence(classification, fault), pitch: own }
  const pitch: Pitch = { ...copy, writer: 'language-model' }
  return { ...judged, classification: inSection(classification, pitch), pitch }
}

/** Explains in the evidence why the model's words were not used. */
const withEvidence = (classification: Classification, fault: string): Classification => ({
  ...classification,
  evidence: [
    ...classification.evidence,
    { source: 'language-model', detail: `its words ${fault}, so they were not used`, weight: 0 },
  ],
})

export interface LanguageModelContext {
  offline: OfflineJudge
  adviser: Adviser
  guidanceFor(accountId: string): Promise<Guidance>
}

/**
 * Judges offline first, and asks the language model only where that is not certain. If the model gives no advice, the offline result stands
 * and its evidence says so.
 */
export const judgeWithLanguageModel =
  ({ offline, adviser, guidanceFor }: LanguageModelContext): Judge =>
  async (accountId, pulls, signal) => {
    const guidance = await guidanceFor(accountId)
    const inputs = await offline.judgeForModel(accountId, pulls, signal)
    return mapConcurrently(inputs, adviser.atOnce, async input => {
      signal?.throwIfAborted()
      if ('failure' in input) return input
      const { judged, sanitized } = input
      if (sanitized.hasPromptInjection) return withoutModel(judged, 'prompt_injection')
      if (isSettled(judged)) return judged
      const advised = await adviser.consult({ accountId, guidance }, sanitized.pull, signal)
      if ('silence' in advised) return withoutModel(judged, advised.silence)
      const { version } = adviser
      return offline.applyAdvice(input, { advice: advised.advice, version, voice: guidance.voice })
    })
  }

const withoutModel = (offline: Judged, silence: Parameters<typeof withoutAdvice>[1]): Judged => ({
  ...offline,
  classification: withoutAdvice(offline.classification, silence),
})

/** Whether the offline result needs no advice: surely internal, or surely user-facing with words of the team. */
function isSettled({ classification: { visibility, confidence, layer }, pitch }: Judged): boolean {
  if (visibility === 'internal') return confidence === 'high' || layer === 'explicit'
  return (confidence === 'high' || layer === 'explicit') && pitch?.writer === 'team'
}
