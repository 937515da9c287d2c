import { createProductClassifier } from '#app/judging.ts'
import { command } from '#cli/command.ts'
import { pullLines } from '#cli/input-lines.ts'
import { flag } from '#cli/options.ts'
import type { Classification } from '#judgement/classification/classification.ts'
import { type Classifier, type Known, nothingBefore } from '#judgement/classification/classifier.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { offlinePitch } from '#writing/offline.ts'
import { type Pitch, pitchText } from '#writing/pitch.ts'

export const classify = command({
  usage: 'classify [file]',
  summary:
    'Classify pull requests given as JSON lines, oldest first, from the file or standard input, and print one decision per line. The earlier pull requests of a repository are context for the later ones. --evidence adds what spoke for and against each decision.',
  options: { evidence: flag },
  async run({ evidence = false }, [file], context) {
    const classifier = await createProductClassifier()
    const lines = pullLines(file, context)
    const known = nothingBefore()
    for await (const pulls of lines.batches()) {
      context.signal.throwIfAborted()
      await context.out(decisionLines(classifier, pulls, known, evidence))
    }
    return lines.faults() > 0 ? { json: undefined, text: '', incomplete: true } : undefined
  },
})

function decisionLines(
  classifier: Classifier,
  pulls: readonly MergedPull[],
  known: Known,
  isExplained: boolean,
): string {
  const decisions = classifier.classifyAll(pulls, known)
  const pitches = pulls.map(offlinePitch)
  return pulls.map((pull, at) => decisionLine(pull, decisions[at], pitches[at], isExplained)).join('')
}

function decisionLine(
  { repo, number }: MergedPull,
  decision: Classification | undefined,
  pitch: Pitch | undefined,
  isExplained: boolean,
): string {
  if (!decision || !pitch) return ''
  const { visibility, kind, magnitude, confidence, score, reason, layer, evidence } = decision
  const { headline } = pitch
  const decided = { repo, number, visibility, kind, magnitude, confidence, score, reason }
  return `${JSON.stringify({ ...decided, headline, pitch: pitchText(pitch), layer, ...(isExplained && { evidence }) })}\n`
}
