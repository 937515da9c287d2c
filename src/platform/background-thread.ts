import { parentPort, Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, messageOf } from './errors.ts'
import { type Metrics, NO_METRICS } from './monitoring/metrics.ts'

/**
 * Tasks by name. Input and output are copied between threads by structured clone. A task calls `begin` when it has loaded what it
 * needs; from then on the limit of its processing time applies.
 */
type Tasks = Record<string, (input: never, begin: () => void) => Promise<unknown>>

/** The task failed because of its input: it exceeded its time or memory, or threw after `begin`. Other inputs may succeed. */
export class TaskFailed extends Error {
  override name = 'TaskFailed'
}

export interface ThreadLimits {
  /** The time for one task after `begin`. */
  processingMs: number
  /** The time until `begin`: starting the thread, loading code, reading the database. */
  preparingMs: number
  /** After this time without a task the thread is stopped, which frees its memory. */
  idleMs: number
  memoryMb: number
}

const DEFAULT_LIMITS: ThreadLimits = {
  processingMs: 2_000,
  preparingMs: 60_000,
  idleMs: 300_000,
  memoryMb: 512,
}

interface Request {
  name: string
  input: unknown
}

/** A message from the thread to `BackgroundThread`. */
type Reply = 'begun' | { output: unknown } | { error: string; code?: ErrorCode; hasBegun: boolean }

/**
 * The environment without the variable that makes a thread report the modules that it loads: under `node
 * --watch` these reports would be mistaken for replies.
 */
const { WATCH_REPORT_DEPENDENCIES: _, ...ENVIRONMENT } = process.env

/**
 * A worker thread that processes untrusted text, so that the event loop stays free to answer requests. It starts with the first task
 * and runs one task at a time, in order. A task that exceeds a limit fails, and the thread is replaced.
 */
export class BackgroundThread<T extends Tasks> {
  readonly #entry: URL
  readonly #data: unknown
  readonly #limits: ThreadLimits
  readonly #metrics: Pick<Metrics, 'task'>
  #worker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #isClosed = false

  /** `entry` is a module that calls `serveTasks`; `data` becomes its `workerData`. `metrics` counts the tasks. */
  constructor(
    entry: URL,
    data: unknown,
    limits: Partial<ThreadLimits> = {},
    metrics: Pick<Metrics, 'task'> = NO_METRICS,
  ) {
    this.#entry = entry
    this.#data = data
    this.#limits = { ...DEFAULT_LIMITS, ...limits }
    this.#metrics = metrics
  }

  /** Rejects with `TaskFailed`, with an `AppError` that the task threw, or with the error that kept it from starting. */
  run<Name extends keyof T & string>(
    name: Name,
    input: Parameters<T[Name]>[0],
    limits: Partial<Pick<ThreadLimits, 'processingMs'>> = {},
  ): Promise<Awaited<ReturnType<T[Name]>>> {
    const { processingMs } = { ...this.#limits, ...limits }
    const result = this.#last.then(() => this.#runNow({ name, input }, processingMs))
    this.#last = this.#counted(name, result)
    return result as Promise<Awaited<ReturnType<T[Name]>>>
  }

  /** Stops the thread, and with it a running task. Later tasks fail with `unavailable`. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#stop()
  }

  /** Resolves when the task has ended, successfully or not, and has been counted with the time that it waited. */
  #counted(name: string, result: Promise<unknown>): Promise<void> {
    const asked = performance.now()
    const count = (isDone: boolean) => this.#metrics.task(name, isDone, (performance.now() - asked) / 1_000)
    return result.then(
      () => count(true),
      () => count(false),
    )
  }

  async #runNow(request: Request, processingMs: number): Promise<unknown> {
    if (this.#isClosed) throw new AppError('unavailable', 'The service is stopping.')
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    try {
      return await this.#answerOf(this.#worker, request, processingMs)
    } finally {
      // An idle thread does not keep the process alive.
      this.#idle = setTimeout(() => void this.#stop(), this.#limits.idleMs).unref()
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, {
      workerData: this.#data,
      env: ENVIRONMENT,
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

/** Called in the thread: runs the tasks that `BackgroundThread.run` sends. */
export function serveTasks(tasks: Tasks): void {
  parentPort?.on('message', async ({ name, input }: Request) => {
    let hasBegun = false
    const begin = () => {
      hasBegun = true
      reply('begun')
    }
    try {
      // The type of `run` ties the name of a task to its input.
      reply({ output: await tasks[name]?.(input as never, begin) })
    } catch (error) {
      const code = error instanceof AppError ? { code: error.code } : {}
      reply({ error: messageOf(error), hasBegun, ...code })
    }
  })
}

const reply = (message: Reply): void => parentPort?.postMessage(message)
