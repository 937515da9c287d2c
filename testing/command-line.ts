import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CommandContext } from '#cli/command.ts'
import { runCommand } from '#cli/run.ts'
import { AppError } from '#platform/errors.ts'
import type { Json } from './http.ts'

export const BIN = fileURLToPath(new URL('../bin/tidings.mjs', import.meta.url))

/** The output and the exit code of a command. */
export interface CommandOutput {
  code: number
  out: string
  err: string
}

/** A folder of its own to run commands in, with the embedded database below it unless the environment says otherwise. */
export interface CommandLine extends Disposable {
  directory: string
  /** Where commands that run inside this process look for the data, besides the folder. */
  checkout: string
  env: Record<string, string>
  /** The input that is piped into commands that run inside this process. */
  stdin: AsyncIterable<Uint8Array>
  /** Runs a command inside this process. */
  run(...words: string[]): Promise<CommandOutput>
  /** Runs a command inside this process as at a terminal, and stops it when `isDone` accepts what was printed so far. */
  watch(words: string[], isDone: (out: string) => boolean): Promise<CommandOutput>
  /** Runs a command inside this process with `--json`. Returns the value, and throws if the command fails. */
  json(...words: string[]): Promise<Json>
  /** Starts the command in a process of its own, which is killed by `remove`. */
  start(...words: string[]): RunningCommand
  /** Starts a script of the tests in a process of its own, which is killed by `remove`. */
  startScript(script: string, ...words: string[]): RunningCommand
  remove(): void
}

export interface RunningCommand {
  process: ChildProcess
  /** Waits until the text was printed. Resolves with all output so far. */
  waitFor(text: string): Promise<string>
  ended: Promise<CommandOutput>
}

export function aCommandLine(env: Record<string, string> = {}): CommandLine {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-test-'))
  const running: ChildProcess[] = []
  const remove = () => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(directory, { recursive: true, force: true })
  }
  const cli: CommandLine = {
    directory,
    checkout: directory,
    env,
    stdin: emptyInput(),
    run: (...words) => runHere(words, cli),
    watch: (words, isDone) => runHere(words, cli, isDone),
    async json(...words) {
      const { code, out, err } = await cli.run(...words, '--json')
      if (code !== 0) throw new Error(`${words.join(' ')}: ${err}`)
      return JSON.parse(out)
    },
    start: (...words) => cli.startScript(BIN, ...words),
    startScript(...words) {
      const child = spawn(process.execPath, words, {
        cwd: directory,
        env: { PATH: process.env.PATH, HOME: directory, TIDINGS_DATA: join(directory, 'data'), ...env },
      })
      running.push(child)
      return watch(child)
    },
    remove,
    [Symbol.dispose]: remove,
  }
  return cli
}

async function runHere(
  words: string[],
  { directory, checkout, env, stdin }: CommandLine,
  isDone?: (out: string) => boolean,
): Promise<CommandOutput> {
  const ended: CommandOutput = { code: 0, out: '', err: '' }
  const stop = new AbortController()
  const stopWhenDone = () => isDone?.(ended.out + ended.err) && stop.abort()
  const context: CommandContext = {
    env,
    directory,
    checkout,
    stdin,
    out: async text => {
      ended.out += text
      stopWhenDone()
    },
    err: text => {
      ended.err += text
      stopWhenDone()
    },
    json: false,
    isTerminal: isDone !== undefined,
    colour: false,
    columns: Number.POSITIVE_INFINITY,
    live: false,
    signal: stop.signal,
  }
  try {
    ended.code = await runCommand(words, context)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    ended.err += error.message
    ended.code = error.code === 'wrong_usage' ? 2 : 1
  }
  return ended
}

async function* emptyInput(): AsyncGenerator<Uint8Array> {}

function watch(child: ChildProcess): RunningCommand {
  let out = ''
  let err = ''
  child.stdout?.on('data', chunk => {
    out += chunk
  })
  child.stderr?.on('data', chunk => {
    err += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code ?? 1, out, err }))
  const waitFor = async (text: string) => {
    while (!out.includes(text)) {
      const end = child.exitCode ?? child.signalCode
      if (end !== null) throw new Error(`It ended with ${end} and said: ${out}${err}`)
      await Promise.race([once(child.stdout ?? child, 'data'), ended])
    }
    return out
  }
  return { process: child, waitFor, ended }
}
