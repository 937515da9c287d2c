import type { Adviser } from '#judgement/classification/language-model/adviser.ts'
import type { Guidance } from '#judgement/classification/language-model/guidance.ts'
import { withoutAdvice } from '#judgement/classification/language-model/weigh.ts'
import type { Judge, Judged } from './editor.ts'
import type { OfflineJudge } from './offline.ts'

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
