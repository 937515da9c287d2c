import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testing/postgres.ts'
import { SERVER_ENVIRONMENT, SERVER_OPTIONS } from '../bin/memory.mjs'
import type { Answer } from './load.ts'
import { type Measured, startMeasured, TIDINGS } from './processes.ts'

const PATIENCE_MS = 20_000

export interface Server extends Measured {
  port: number
  /** The time from the start of the server to its first answer, in milliseconds. */
  startMs: number
}

/** The encryption key that a server on PostgreSQL needs. */
export const KEY = `bench:${Buffer.alloc(32, 3).toString('base64')}`

/** Starts one of our servers on a free port and waits until it answers. */
export async function startTidings(command: 'serve' | 'web', env: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const usual = {
    ...SERVER_ENVIRONMENT,
    TIDINGS_LOG_LEVEL: 'error',
    ...(env.DATABASE_URL && { TIDINGS_ENCRYPTION_KEY: KEY }),
  }
  const args = [...SERVER_OPTIONS, TIDINGS, command, '--port', String(port)]
  return startServer(args, port, { ...usual, ...env })
}

/** Starts any server that listens on this port and waits until it answers. */
async function startServer(args: string[], port: number, env: Record<string, string> = {}): Promise<Server> {
  const start = performance.now()
  const process = startMeasured(args, env)
  await Promise.race([process.ended, answers(port, start + PATIENCE_MS)])
  return { ...process, port, startMs: performance.now() - start }
}

const BARE = fileURLToPath(new URL('bare-server.ts', import.meta.url))

/** Starts a bare node:http server that gives this answer to every request. The answer is written to the file. */
export async function startBare(file: string, answer: Answer): Promise<Server> {
  writeFileSync(file, JSON.stringify(answer))
  const port = await freePort()
  return startServer([BARE, String(port), file], port)
}

async function answers(port: number, deadline: number): Promise<void> {
  while (performance.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    await response?.body?.cancel()
    if (response) return
    await sleep(5)
  }
  throw new Error(`Nothing answered on port ${port}.`)
}
