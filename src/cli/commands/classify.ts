import type { Editor } from '#pipeline/editor.ts'
import { pitchText } from '#pitch/pitch.ts'
import { createEditor } from '#providers.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { command } from '../command.ts'
import { pullLines } from '../pull-lines.ts'

export const classify = command({
  usage: 'classify [file]',
  summary:
    'Reads pull requests as JSON lines, from the file or standard input, and prints a decision for each.',
  options: {},
  arguments: [0, 1],
  async run(_, [file], context) {
    const editor = await createEditor()
    const lines = pullLines(file, context)
    for await (const pulls of lines.batches())
      await context.out(pulls.map(pull => decisionLine(editor, pull)).join(''))
    return lines.faults() > 0 ? { json: undefined, text: '', incomplete: true } : undefined
  },
})

function decisionLine(editor: Editor, pull: MergedPull): string {
  const { visibility, kind, magnitude, confidence, score, reason, layer } = editor.classify(pull)
  const pitch = editor.write(pull)
  const row = {
    visibility,
    kind,
    magnitude,
    confidence,
    score,
    reason,
    headline: pitch.headline,
    pitch: pitchText(pitch),
    layer,
  }
  return `${JSON.stringify({ repo: pull.repo, number: pull.number, ...row })}\n`
}
