import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import type { WriterTrial } from '#pipeline/judging/try-writer.ts'
import { messageOf } from '#platform/errors.ts'
import { adviceOn, CONCERNS_ONE_REQUEST, failureIn } from '#writing/models/language-model.ts'

/** A line of the response: a merge with its words before and after; in the last line, why the trial ended early, or null. */
export type TrialLine = WriterTrial | { end: string | null }

/** Sends each result as a line of JSON as soon as there is one. Ends when the person leaves the page, or when the server stops. */
export function tryOut(
  c: Context,
  stopping: AbortSignal,
  run: (signal: AbortSignal) => AsyncIterable<WriterTrial>,
): Response {
  c.header('Content-Type', 'application/x-ndjson')
  c.header('X-Accel-Buffering', 'no')
  return stream(c, async out => {
    const left = new AbortController()
    out.onAbort(() => left.abort())
    const signal = AbortSignal.any([left.signal, stopping])
    const send = (line: TrialLine) => out.write(`${JSON.stringify(line)}\n`)
    try {
      await send({ end: await sendTrials(run(signal), send) })
    } catch (error) {
      if (!signal.aborted) await send({ end: messageOf(error) })
    }
  })
}

/** Sends one merge after another. Returns why it stopped early, which is a failure that all further merges would share. */
async function sendTrials(
  trials: AsyncIterable<WriterTrial>,
  send: (line: TrialLine) => Promise<unknown>,
): Promise<string | null> {
  for await (const trial of trials) {
    const failure = trial.fault === null ? null : failureIn(trial.fault)
    if (failure !== null && !CONCERNS_ONE_REQUEST.has(failure)) return adviceOn(failure)
    await send({ ...trial, fault: failure === null ? trial.fault : adviceOn(failure) })
  }
  return null
}
