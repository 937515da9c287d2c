import type { Adviser } from '#classification/adviser.ts'
import type { Classification } from '#classification/classification.ts'
import type { Advice } from '#classification/language-model/answer.ts'
import { disarmed } from '#classification/language-model/disarm.ts'
import { withoutAdvice } from '#classification/language-model/fallback.ts'
import type { Guidance } from '#classification/language-model/guidance.ts'
import { weigh } from '#classification/language-model/weigh.ts'
import { faultOf } from '#pitch/checks/checks.ts'
import { cleanCopy } from '#pitch/checks/clean.ts'
import { sourceOf } from '#pitch/checks/source.ts'
import type { Pitch } from '#pitch/pitch.ts'
import { teamNoteOf } from '#pitch/team-note.ts'
import { type Editor, type Judge, type Judged, judgeAll } from './editor.ts'
import type { KnownOf } from './known.ts'

/** What a judge with a language model works with. */
export interface Consulting {
  editor: Editor
  adviser: Adviser
  guidanceFor(accountId: string): Promise<Guidance>
  knownOf: KnownOf
}

/** Judges without a network first, and asks the adviser where that leaves something open. Without advice the offline answer stands and says so. */
export const consultingJudge =
  ({ editor, adviser, guidanceFor, knownOf }: Consulting): Judge =>
  async (accountId, pulls, signal) => {
    const [guidance, known] = await Promise.all([guidanceFor(accountId), knownOf(accountId)])
    const all = pulls.map(pull => ({ pull, harmless: disarmed(pull) }))
    const offline = judgeAll(
      editor,
      all.map(({ pull, harmless }) => (harmless.whispered ? harmless.pull : pull)),
      known,
    )
    const asked = all.map((one, at) => ({ ...one, own: offline[at] as Judged }))
    return inParallel(asked, adviser.atOnce, async ({ pull, harmless, own }) => {
      signal?.throwIfAborted()
      const record = (judged: Judged): Judged => ({ ...judged, pull, inputHash: editor.inputHash(pull) })
      if (harmless.whispered) return record(silent(own, 'whispers'))
      if (isSettled(own)) return own
      const advised = await adviser.consult({ accountId, guidance }, harmless.pull, signal)
      if ('silence' in advised) return silent(own, advised.silence)
      return record(
        advisedBy({ ...own, pull: harmless.pull }, advised.advice, {
          editor,
          version: adviser.version,
          voice: guidance.voice,
        }),
      )
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

function advisedBy(
  offline: Judged,
  advice: Advice,
  { editor, version, voice }: { editor: Editor; version: string; voice: string },
): Judged {
  const classification = weigh(offline.classification, advice, version)
  if (classification.visibility === 'internal') return { ...offline, classification, pitch: null }
  const own = offline.pitch ?? editor.write(offline.pull)
  if (own.writer === 'team') return { ...offline, classification, pitch: own }
  const copy = cleanCopy(advice)
  const note = teamNoteOf(offline.pull)?.text ?? ''
  const fault = faultOf(copy, sourceOf(offline.pull, note, voice))
  if (fault !== null) return { ...offline, classification: remarked(classification, fault), pitch: own }
  const pitch: Pitch = { ...copy, writer: 'language-model' }
  return { ...offline, classification, pitch }
}

/** The words fell back, and the decision's evidence is where a person looks for why. */
const remarked = (classification: Classification, fault: string): Classification => ({
  ...classification,
  evidence: [
    ...classification.evidence,
    { source: 'language-model', detail: `its words ${fault}, so they were not used`, weight: 0 },
  ],
})

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
