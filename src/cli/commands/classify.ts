import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { AppError, messageOf } from '#kit/app-error.ts'
import type { Editor } from '#pipeline/editor.ts'
import { pitchText } from '#pitch/pitch.ts'
import { createEditor } from '#providers.ts'
import { readPullLines } from '#pulls/json-lines.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type Context, command } from '../command.ts'

/** Lines that are written at a time. */
const CHUNK = 200

export const classify = command({
  usage: 'classify [file]',
  summary:
    'Reads pull requests as JSON lines, from the file or standard input, and prints a decision for each.',
  options: {},
  arguments: [0, 1],
  async run(_, [file], context) {
    const editor = await createEditor()
    let faults = 0
    let chunk: string[] = []
    for await (const line of readPullLines(linesOf(file, context))) {
      if ('fault' in line) {
        faults++
        context.err(`tidings: line ${line.number}: ${line.fault}\n`)
      } else if (chunk.push(decisionLine(editor, line.pull)) === CHUNK) {
        await context.out(chunk.join(''))
        chunk = []
      }
    }
    await context.out(chunk.join(''))
    return faults > 0 ? { json: undefined, text: '', incomplete: true } : undefined
  },
})

/** The lines of the file, or of standard input. `not_found` for a file that cannot be read. */
export async function* linesOf(file: string | undefined, context: Context): AsyncGenerator<string> {
  const path = file === undefined ? null : resolve(context.directory, file)
  const input = path === null ? Readable.from(context.stdin) : createReadStream(path)
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    throw new AppError('not_found', `${path ?? 'standard input'} cannot be read: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

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
