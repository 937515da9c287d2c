import type { Classification } from '#judgement/classification/classification.ts'
import type { Known } from '#judgement/classification/classifier.ts'
import type { Adviser } from '#judgement/classification/language-model/adviser.ts'
import type { Advice } from '#judgement/classification/language-model/answer.ts'
import { type Disarmed, disarmed } from '#judgement/classification/language-model/disarm.ts'
import type { Guidance } from '#judgement/classification/language-model/guidance.ts'
import { weigh, withoutAdvice } from '#judgement/classification/language-model/weigh.ts'
import { faultOf } from '#judgement/copy/checks/checks.ts'
import { cleanCopy } from '#judgement/copy/checks/clean.ts'
import { sourceOf } from '#judgement/copy/checks/source.ts'
import type { Pitch } from '#judgement/copy/pitch.ts'
import { teamNoteOf } from '#judgement/copy/team-note.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { LoadAccountContext } from './account-context.ts'
import { type Editor, inSection, type Judge, type Judged, judgeAll, type Unjudged } from './editor.ts'

/** A merge that was judged without a network, and what of it a language model may see. */
export interface ModelInput {
  judged: Judged
  harmless: Disarmed
}

/** What a language model said of a merge, and by which version and voice. */
export interface ModelAdvice {
  advice: Advice
  version: string
  voice: string
}

/** All that takes the text of merges apart: on the caller's own thread, or in the background where requests are answered. */
export interface OfflineJudge {
  judge(accountId: string, pulls: readonly MergedPull[], signal?: AbortSignal): Promise<(Judged | Unjudged)[]>
  /** The same for whoever asks a language model next. */
  judgeForModel(
    accountId: string,
    pulls: readonly MergedPull[],
    signal?: AbortSignal,
  ): Promise<(ModelInput | Unjudged)[]>
  applyAdvice(reading: ModelInput, advised: ModelAdvice): Promise<Judged>
}

/** On the caller's own thread. */
export const offlineOnThisThread = (editor: Editor, knownOf: LoadAccountContext): OfflineJudge => ({
  judge: async (accountId, pulls) => judgeAll(editor, pulls, await knownOf(accountId)),
  judgeForModel: async (accountId, pulls) => judgeAllForModel(editor, pulls, await knownOf(accountId)),
  applyAdvice: async (reading, advised) => applyAdvice(editor, reading, advised),
})

export function judgeAllForModel(editor: Editor, pulls: readonly MergedPull[], known: Known): ModelInput[] {
  const all = pulls.map(pull => ({ pull, harmless: disarmed(pull) }))
  const judged = judgeAll(
    editor,
    all.map(({ pull, harmless }) => (harmless.whispered ? harmless.pull : pull)),
    known,
  )
  return all.map(({ pull, harmless }, at) => ({
    harmless,
    judged: { ...(judged[at] as Judged), pull, inputHash: editor.inputHash(pull) },
  }))
}

export function applyAdvice(
  editor: Editor,
  { judged, harmless }: ModelInput,
  { advice, version, voice }: ModelAdvice,
): Judged {
  const classification = weigh(judged.classification, advice, version)
  if (classification.visibility === 'internal') return { ...judged, classification, pitch: null }
  const own = judged.pitch ?? editor.write(harmless.pull)
  if (own.writer === 'team') return { ...judged, classification, pitch: own }
  const copy = cleanCopy(advice)
  const note = teamNoteOf(harmless.pull)?.text ?? ''
  const fault = faultOf(copy, sourceOf(harmless.pull, note, voice))
  if (fault !== null) return { ...judged, classification: remarked(classification, fault), pitch: own }
  const pitch: Pitch = { ...copy, writer: 'language-model' }
  return { ...judged, classification: inSection(classification, pitch), pitch }
}

/** The words fell back, and the decision's evidence is where a person looks for why. */
const remarked = (classification: Classification, fault: string): Classification => ({
  ...classification,
  evidence: [
    ...classification.evidence,
    { source: 'language-model', detail: `its words ${fault}, so they were not used`, weight: 0 },
  ],
})

/** What a judge with a language model works with. */
export interface LanguageModelContext {
  offline: OfflineJudge
  adviser: Adviser
  guidanceFor(accountId: string): Promise<Guidance>
}

/** Judges without a network first, and asks the adviser where that leaves something open. Without advice the offline answer stands and says so. */
export const judgeWithLanguageModel =
  ({ offline, adviser, guidanceFor }: LanguageModelContext): Judge =>
  async (accountId, pulls, signal) => {
    const guidance = await guidanceFor(accountId)
    const readings = await offline.judgeForModel(accountId, pulls, signal)
    return inParallel(readings, adviser.atOnce, async reading => {
      signal?.throwIfAborted()
      if ('failure' in reading) return reading
      const { judged, harmless } = reading
      if (harmless.whispered) return silent(judged, 'whispers')
      if (isSettled(judged)) return judged
      const advised = await adviser.consult({ accountId, guidance }, harmless.pull, signal)
      if ('silence' in advised) return silent(judged, advised.silence)
      const { version } = adviser
      return offline.applyAdvice(reading, { advice: advised.advice, version, voice: guidance.voice })
    })
  }

const silent = (offline: Judged, silence: Parameters<typeof withoutAdvice>[1]): Judged => ({
  ...offline,
  classification: withoutAdvice(offline.classification, silence),
})

/** The first confident answer wins: what is surely internal needs no words, and what the team decided and worded needs neither. */
function isSettled({ classification: { visibility, confidence, layer }, pitch }: Judged): boolean {
  if (visibility === 'internal') return confidence === 'high' || layer === 'explicit'
  return (confidence === 'high' || layer === 'explicit') && pitch?.writer === 'team'
}

/** Works on the items, `limit` at a time; results in the items' order. The first failure ends it. */
async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const rest = items.entries()
  const worker = async () => {
    for (const [at, item] of rest) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return results
}
