import { parentPort, Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, messageOf } from './errors.ts'

/**
 * Tasks by name, whose input and output can be copied between threads. A task calls `begin` when everything that it needs is at
 * hand and the processing that has a time limit starts.
 */
export type Tasks = Record<string, (input: never, begin: () => void) => Promise<unknown>>

/** The task itself failed: it took too long, ran out of memory or threw after it had begun. Another input may well succeed. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
}

export interface ThreadLimits {
  /** For the processing of one task, in milliseconds. */
  processingMs: number
  /** For what a task needs before it begins: starting the thread, loading code, reading the database. */
  preparingMs: number
  /** After so long without a task the thread ends and its memory is free. */
  idleMs: number
  memoryMb: number
}

const USUAL_LIMITS: ThreadLimits = {
  processingMs: 2_000,
  preparingMs: 60_000,
  idleMs: 300_000,
  memoryMb: 512,
}

interface Request {
  name: string
  input: unknown
}

/** What the thread answers with. */
type Reply = 'begun' | { output: unknown } | { error: string; code?: ErrorCode; hasBegun: boolean }

/**
 * One thread beside the event loop that answers requests, for whatever takes strangers' text apart. It starts with its first task and
 * does one task at a time, in order. A task that exceeds its limit fails, and the thread is replaced.
 */
export class BackgroundThread<T extends Tasks> {
  readonly #entry: URL
  readonly #data: unknown
  readonly #limits: ThreadLimits
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  /** `entry` calls `serveTasks`; `data` is its `workerData`. */
  constructor(entry: URL, data: unknown, limits: Partial<ThreadLimits> = {}) {
    this.#entry = entry
    this.#data = data
    this.#limits = { ...USUAL_LIMITS, ...limits }
  }

  /** Rejects with `TaskFailed`, with the `AppError` that the task threw, or with whatever kept it from beginning. */
  run<Name extends keyof T & string>(
    name: Name,
    input: Parameters<T[Name]>[0],
    limits: Partial<Pick<ThreadLimits, 'processingMs'>> = {},
  ): Promise<Awaited<ReturnType<T[Name]>>> {
    const { processingMs } = { ...this.#limits, ...limits }
    const result = this.#last.then(() => this.#runNow({ name, input }, processingMs))
    this.#last = result.catch(() => {})
    return result as Promise<Awaited<ReturnType<T[Name]>>>
  }

  /** Lets no further task begin, and ends the one under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  async #runNow(request: Request, processingMs: number): Promise<unknown> {
    if (this.#isClosed) throw new AppError('unavailable', 'The service is stopping.')
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    try {
      return await this.#answerOf(this.#worker, request, processingMs)
    } finally {
      // An idle thread must not keep the process alive.
      this.#idle = setTimeout(() => void this.#stop(), this.#limits.idleMs).unref()
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    })
    worker.unref()
    const forget = () => {
      if (this.#worker === worker) this.#worker = null
    }
    worker.on('error', forget).on('exit', forget)
    return worker
  }

  async #stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  #answerOf(worker: Worker, request: Request, processingMs: number): Promise<unknown> {
    const { preparingMs } = this.#limits
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const exceeded = (error: Error) => {
      reject(error)
      void this.#stop()
    }
    let timer = setTimeout(() => exceeded(new Error(`${request.name} took too long to begin.`)), preparingMs)
    const onMessage = (reply: Reply) => {
      if (reply !== 'begun') return 'output' in reply ? resolve(reply.output) : reject(errorFrom(reply))
      clearTimeout(timer)
      const failure = new TaskFailed(`It took more than ${processingMs / 1000} s to process.`)
      timer = setTimeout(() => exceeded(failure), processingMs)
    }
    const onError = (error: unknown) => reject(new TaskFailed(messageOf(error)))
    const onExit = () => reject(new AppError('unavailable', 'The background thread has ended.'))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.ref()
    worker.postMessage(request)
    return promise.finally(() => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      worker.unref()
    })
  }
}

function errorFrom({ error, code, hasBegun }: Extract<Reply, { error: string }>): Error {
  if (code) return new AppError(code, error)
  return hasBegun ? new TaskFailed(error) : new Error(error)
}

/** In the thread: does the tasks that `run` asks for. */
export function serveTasks(tasks: Tasks): void {
  parentPort?.on('message', async ({ name, input }: Request) => {
    let hasBegun = false
    const begin = () => {
      hasBegun = true
      reply('begun')
    }
    try {
      // `run` lets no caller name a task with the input of another.
      reply({ output: await tasks[name]?.(input as never, begin) })
    } catch (error) {
      const code = error instanceof AppError ? { code: error.code } : {}
      reply({ error: messageOf(error), hasBegun, ...code })
    }
  })
}

const reply = (message: Reply): void => parentPort?.postMessage(message)
