import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HOOK = new URL('usage-hook.mjs', import.meta.url).href
export const TIDINGS = fileURLToPath(new URL('../bin/tidings.mjs', import.meta.url))

/** What a process has used so far: its processor time, its memory now, and its peak memory. */
interface Usage {
  cpuMs: number
  residentMb: number
  peakMb: number
}

interface Finished {
  wallMs: number
  stdout: string
}

/** The environment without the variables that configure Tidings, so that a measurement never uses somebody's own database. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:TIDINGS_|DATABASE_URL|PORT$|PORT_FILE$)/.test(name)),
)

interface RunOptions {
  env?: Record<string, string>
  /** Whether to keep the standard output. It is discarded by default, because reading a pipe slows the process that is measured. */
  keep?: boolean
}

/** Runs a command to its end; throws with its standard error when its exit code is not 0. */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<Finished> {
  const start = performance.now()
  const child = spawn(command, args, {
    env: { ...environment, ...options.env },
    stdio: ['ignore', options.keep ? 'pipe' : 'ignore', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stderr.slice(-2_000)}`)
  return { wallMs: performance.now() - start, stdout }
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  const parts: string[] = []
  for await (const part of stream ?? []) parts.push(String(part))
  return parts.join('')
}

/** Runs a Tidings command; gives also what the process used. */
export async function tidings(
  args: string[],
  options: RunOptions = {},
): Promise<Finished & { usage: Usage }> {
  const file = join(tmpdir(), `tidings-usage-${randomUUID()}`)
  const env = { ...options.env, BENCH_USAGE_FILE: file }
  const finished = await run(process.execPath, ['--import', HOOK, TIDINGS, ...args], { ...options, env })
  const usage = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  return { ...finished, usage }
}

/** A process that serves, and can be asked what it has used. */
export interface Measured {
  usage(): Promise<Usage>
  stop(): Promise<void>
  /** Rejects when the process ends by itself. */
  ended: Promise<never>
}

export function startMeasured(args: string[], env: Record<string, string> = {}): Measured {
  const child = spawn(process.execPath, ['--import', HOOK, ...args], {
    env: { ...environment, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${args.join(' ')} ended with ${code}`)
  })
  ended.catch(() => {})
  return {
    ended,
    usage: () => Promise.race([ended, usageOf(child)]),
    async stop() {
      child.kill('SIGTERM')
      await ended.catch(() => {})
    },
  }
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  child.send('usage')
  const [usage] = await once(child, 'message')
  return usage
}
