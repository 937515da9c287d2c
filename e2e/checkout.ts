import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Takes functions that clean up at the end of a test or of a script. */
export type Lifetime = Pick<TestContext, 'after'>

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url))

/** Creates a folder that is removed after the test. */
export function aFolder(context: Lifetime): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-e2e-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Clones the last commit into a folder in which nothing is installed. */
export async function aFreshClone(context: TestContext): Promise<string> {
  const folder = join(aFolder(context), 'tidings')
  await said('git', ['clone', '--quiet', CHECKOUT, folder], { cwd: CHECKOUT })
  return folder
}

/**
 * The environment of a newly opened terminal: without the Node and the settings of the npm that runs this test, except for the
 * certificates that this machine trusts.
 */
export function freshEnvironment(more: Record<string, string>): Record<string, string | undefined> {
  const path = (process.env.PATH ?? '').split(delimiter).filter(entry => !entry.includes('node_modules'))
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|NODE(?!_EXTRA_CA_CERTS)|TIDINGS_|DATABASE_URL|PORT$)/i.test(name),
  )
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter), ...more }
}

interface Where {
  cwd: string
  env?: Record<string, string | undefined>
}

/** Runs a command and gives what it prints; throws with its error output when it fails. */
export async function said(
  command: string,
  args: string[],
  { cwd, env = process.env }: Where,
): Promise<string> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${complaints}${out}`)
  return out
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: string[] = []
  for await (const part of stream) parts.push(String(part))
  return parts.join('')
}

/** Starts a long-running command in a process group of its own, and ends the whole group after the test. */
export function started(
  context: TestContext,
  command: string,
  args: string[],
  { cwd, env }: Where,
): ChildProcess {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'ignore', 'inherit'] })
  context.after(async () => {
    if (child.exitCode !== null || child.pid === undefined) return
    process.kill(-child.pid, 'SIGTERM')
    await once(child, 'exit')
  })
  return child
}
