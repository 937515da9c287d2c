import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run } from './processes.ts'

export interface Question {
  path: string
  headers: Record<string, string>
  /** The body of a POST request; without it, the request is a GET. */
  body?: string
}

/** An answer as it went over the wire, without the headers that node:http adds to every answer. */
export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  /** The body in base64. */
  body: string
}

const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** Sends one GET request and gives its answer as it was received; a compressed body stays compressed. */
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

/** Asks until the answer has a `Last-Modified` header, which it gets a second after the last change; its length is then settled. */
export async function askWhenSettled(port: number, question: Question): Promise<Answer> {
  const answer = await ask(port, question)
  if (answer.headers['last-modified'] !== undefined) return answer
  await sleep(100)
  return askWhenSettled(port, question)
}

/** Sends the same request `count` times from a process of its own; every answer must be as long as the first. */
export async function load(port: number, question: Question, count: number): Promise<void> {
  const client = fileURLToPath(new URL('load-client.ts', import.meta.url))
  await run(process.execPath, [client, String(port), String(count), JSON.stringify(question)])
}

/**
 * Measures how long each answer took, in milliseconds, with one client for each of the questions. A client asks again as soon as it is
 * answered; with a rate, all clients together send that many requests a second.
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
