import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Slowness } from './judge.ts'
import type { Pattern } from './patterns.ts'

const JUDGE = fileURLToPath(new URL('judge-process.ts', import.meta.url))

/** What makes each pattern slow; null for a linear pattern. As many patterns are judged at a time as there are processors. */
export async function judged(patterns: readonly Pattern[]): Promise<(Slowness | null)[]> {
  const found: (Slowness | null)[] = []
  const queue = patterns.entries()
  const lane = async () => {
    const judge = fork(JUDGE)
    const ended = once(judge, 'exit')
    for (const [at, pattern] of queue) {
      const answer = Promise.race([once(judge, 'message'), ended])
      judge.send(pattern)
      found[at] = answerOf(await answer, pattern)
    }
    judge.disconnect()
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), patterns.length) }, lane))
  return found
}

function answerOf([found]: unknown[], { file, line }: Pattern): Slowness | null {
  if (typeof found === 'object') return found as Slowness | null
  throw new Error(`Judging ${file}:${line} ended the process with ${found}.`)
}
