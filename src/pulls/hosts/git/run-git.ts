import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { pipeline, Readable } from 'node:stream'
import { AppError } from '#platform/errors.ts'

/** The repository that git runs in, and when to stop it. */
export interface GitDirectory {
  /** The git directory, created by `isolatedGitDir`. */
  gitDir: string
  signal?: AbortSignal | undefined
}

/** Thrown if git exits with an error, usually because an object is missing or damaged. The message is the first line of git's. */
export class GitFailure extends Error {}

/** Longer fields are truncated to this length, in UTF-16 code units. */
const MAX_FIELD_LENGTH = 1_048_576

/**
 * Starts git without a shell and with a clean environment: it reads no configuration but that of `gitDir`, never prompts, writes
 * nothing and may use no network protocol.
 */
export function startGit({ gitDir, signal }: GitDirectory, args: string[]): ChildProcessWithoutNullStreams {
  signal?.throwIfAborted()
  return spawn('git', args, { cwd: gitDir, env: environmentOf(gitDir), stdio: 'pipe', windowsHide: true })
}

const environmentOf = (gitDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: gitDir,
  XDG_CONFIG_HOME: gitDir,
  LC_ALL: 'C',
  GIT_DIR: gitDir,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
})

/**
 * Runs git and yields batches of NUL-terminated fields. Invalid UTF-8 is replaced with U+FFFD. Ending the loop early kills the
 * process. Throws `GitFailure` after all output if git exits with an error.
 */
export async function* readFields(
  git: GitDirectory,
  args: string[],
  input: Iterable<string> = [],
): AsyncGenerator<string[]> {
  const child = startGit(git, args)
  const ending = exitOf(child, git.signal)
  pipeline(Readable.from(input), child.stdin, () => {})
  try {
    const rest = yield* splitAtNul(child.stdout)
    const failure = await ending
    if (failure !== null) throw failure
    if (rest !== '') yield [rest]
  } finally {
    child.kill()
    await ending
  }
}

/** Like `readFields`, in records of `width` fields. */
export async function* readRecords(
  git: GitDirectory,
  args: string[],
  width: number,
): AsyncGenerator<string[]> {
  let fields: string[] = []
  for await (const batch of readFields(git, args)) {
    fields.push(...batch)
    const whole = fields.length - (fields.length % width)
    for (let at = 0; at < whole; at += width) yield fields.slice(at, at + width)
    fields = fields.slice(whole)
  }
}

/** What git gives until it exits with an error, which is ignored. */
export async function* untilFailure<T>(output: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* output
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
  }
}

/** Throws `unavailable`, with `what` and git's message, where git exits with an error. */
export async function requireReadable<T>(reading: Promise<T>, what: string): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
    throw new AppError('unavailable', `${what}: ${cause.message}.`, { cause })
  }
}

/** Resolves when the process has exited, with the error if it failed. Never rejects. Kills the process when the signal aborts. */
export function exitOf(child: ChildProcessWithoutNullStreams, signal?: AbortSignal): Promise<Error | null> {
  const { promise, resolve } = Promise.withResolvers<Error | null>()
  const end = () => child.kill()
  let complaint = ''
  signal?.addEventListener('abort', end)
  child.stderr.setEncoding('utf8').on('data', text => {
    if (complaint.length < 2_000) complaint += text
  })
  // Git may exit before it has read all input. Its exit code tells why.
  child.stdin.on('error', () => {})
  child.on('error', cause => resolve(gitNotInstalled(cause)))
  child.on('close', code => {
    signal?.removeEventListener('abort', end)
    if (signal?.aborted) return resolve(signal.reason)
    resolve(code === 0 ? null : new GitFailure(firstLineOf(complaint)))
  })
  return promise
}

/** Returns the text after the last NUL. */
async function* splitAtNul(stream: Readable): AsyncGenerator<string[], string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true })
    const fields = text.split('\0')
    const last = fields.pop() ?? ''
    if (fields.length === 0) {
      if (rest.length < MAX_FIELD_LENGTH) rest += last
      continue
    }
    fields[0] = rest + fields[0]
    rest = last
    yield fields
  }
  return rest
}

const firstLineOf = (complaint: string) =>
  /\S.*/.exec(complaint)?.[0].replace(/^(fatal|error): /, '') ?? 'no reason given'

const gitNotInstalled = (cause: Error) =>
  new AppError('unavailable', 'The program git could not be started: install it, or put it on the PATH.', {
    cause,
  })

/** Reads a generator one item ahead, so that its next item is produced while the current one is used. */
export class ReadAhead<T> {
  readonly #items: AsyncGenerator<T>
  #next: Promise<IteratorResult<T>>

  constructor(items: AsyncGenerator<T>) {
    this.#items = items
    this.#next = this.#ask()
  }

  /** The next item; null at the end. */
  async take(): Promise<T | null> {
    const { value, done } = await this.#next
    if (done) return null
    this.#next = this.#ask()
    return value
  }

  /** Resolves when the generator has cleaned up. Whatever it waits for must already have been stopped. */
  async close(): Promise<void> {
    await this.#next.catch(() => {})
    await this.#items.return(undefined)
  }

  /** Requests the next item. An error is thrown to whoever takes the item, and ignored if nobody does. */
  #ask(): Promise<IteratorResult<T>> {
    const next = this.#items.next()
    next.catch(() => {})
    return next
  }
}
