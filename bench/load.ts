import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run } from './processes.ts'

export interface Question {
  path: string
  headers: Record<string, string>
  /** With one, it is sent with POST. */
  body?: string
}

/** An answer as it went over the wire, without what node:http adds to every one by itself. */
export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  /** Base64. */
  body: string
}

const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** Asks once and gives the answer byte by byte: nothing is uncompressed. */
export function ask(port: number, { path, headers }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, async response => {
      const kept = Object.entries(response.headers).filter(([name]) => !ADDED_BY_NODE.has(name))
      const body = Buffer.concat(await response.toArray()).toString('base64')
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, value ?? ''])),
        body,
      })
    })
    request.on('error', reject)
  })
}

/** Asks until the answer has `Last-Modified`, which it gets a second after the last change: from then on its length stays the same. */
export async function askWhenSettled(port: number, question: Question): Promise<Answer> {
  const answer = await ask(port, question)
  if (answer.headers['last-modified'] !== undefined) return answer
  await sleep(100)
  return askWhenSettled(port, question)
}

/** Asks the same again and again from a process of its own; every answer must have the length of the first. */
export async function load(port: number, question: Question, count: number): Promise<void> {
  const client = fileURLToPath(new URL('load-client.ts', import.meta.url))
  await run(process.execPath, [client, String(port), String(count), JSON.stringify(question)])
}

/**
 * How long each answer took in milliseconds, when as many clients as there are questions ask at once, each its own. They ask again
 * at once, or at a rate: so often a second, all together.
 */
export async function latencies(
  port: number,
  questions: Question[],
  count: number,
  rate?: number,
): Promise<number[]> {
  const client = fileURLToPath(new URL('latency-client.ts', import.meta.url))
  const args = [
    client,
    String(port),
    String(count),
    JSON.stringify(questions),
    ...(rate ? [String(rate)] : []),
  ]
  const { stdout } = await run(process.execPath, args, { keep: true })
  return JSON.parse(stdout)
}
