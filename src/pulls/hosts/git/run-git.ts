import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { pipeline, Readable } from 'node:stream'
import { AppError } from '#platform/errors.ts'

/** Where and how long git runs. */
export interface GitContext {
  /** The git directory; see `withStandIn`. */
  gitDir: string
  signal?: AbortSignal | undefined
}

/** Git gave up: a damaged or missing object, most often. The message is git's first line. */
export class GitFailure extends Error {}

/** Of one field of git's output so much is kept (UTF-16 units); beyond it is no message that anybody reads. */
const MAX_FIELD_LENGTH = 1_048_576

/**
 * Starts git without a shell and with an environment of our own, in which no configuration but that of `gitDir` is read, nothing
 * is asked on the terminal, nothing is written and no protocol is allowed.
 */
export function startGit({ gitDir, signal }: GitContext, args: string[]): ChildProcessWithoutNullStreams {
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
 * Runs git and gives its output in fields, parted by NUL, in batches as they come. Text that is not UTF-8 comes with U+FFFD.
 * Leaving the loop early ends the process. Throws `GitFailure` when git ended with an error, after everything it printed.
 */
export async function* readFields(
  place: GitContext,
  args: string[],
  input: Iterable<string> = [],
): AsyncGenerator<string[]> {
  const child = startGit(place, args)
  const ending = exitOf(child, place.signal)
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

/** The same in records of so many fields each. */
export async function* readRecords(
  place: GitContext,
  args: string[],
  width: number,
): AsyncGenerator<string[]> {
  let fields: string[] = []
  for await (const batch of readFields(place, args)) {
    fields.push(...batch)
    const whole = fields.length - (fields.length % width)
    for (let at = 0; at < whole; at += width) yield fields.slice(at, at + width)
    fields = fields.slice(whole)
  }
}

/** Resolves when the process is gone, with what went wrong. Never rejects. Ends the process when the signal says so. */
export function exitOf(child: ChildProcessWithoutNullStreams, signal?: AbortSignal): Promise<Error | null> {
  const { promise, resolve } = Promise.withResolvers<Error | null>()
  const end = () => child.kill()
  let complaint = ''
  signal?.addEventListener('abort', end)
  child.stderr.setEncoding('utf8').on('data', text => {
    if (complaint.length < 2_000) complaint += text
  })
  // Git may end before it has read all that it was asked; its exit code tells why.
  child.stdin.on('error', () => {})
  child.on('error', cause => resolve(gitNotInstalled(cause)))
  child.on('close', code => {
    signal?.removeEventListener('abort', end)
    if (signal?.aborted) return resolve(signal.reason)
    resolve(code === 0 ? null : new GitFailure(firstLineOf(complaint)))
  })
  return promise
}

/** Returns what stands behind the last NUL. */
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

/** Takes items from a generator and always asks for one more than is wanted, so that its maker works meanwhile. */
export class ReadAhead<T> {
  readonly #items: AsyncGenerator<T>
  #next: Promise<IteratorResult<T>>

  constructor(items: AsyncGenerator<T>) {
    this.#items = items
    this.#next = this.#ask()
  }

  /** Null at the end. */
  async take(): Promise<T | null> {
    const { value, done } = await this.#next
    if (done) return null
    this.#next = this.#ask()
    return value
  }

  /** Comes back when the generator has cleared up, which is soon once what it waits for has been ended. */
  async close(): Promise<void> {
    await this.#next.catch(() => {})
    await this.#items.return(undefined)
  }

  /** A failure is told to whoever takes the item, and to nobody if no one does. */
  #ask(): Promise<IteratorResult<T>> {
    const next = this.#items.next()
    next.catch(() => {})
    return next
  }
}
