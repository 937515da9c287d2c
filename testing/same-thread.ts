import type { Background } from '#app/background.ts'
import { BackgroundThread, TaskFailed } from '#platform/background-thread.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { type BackgroundTasks, openBackgroundTasks } from '../src/app/background-tasks.ts'

/** Does the background thread's tasks on the caller's thread and without limits: starting a thread takes the processor 250 ms. */
class SameThread extends BackgroundThread<BackgroundTasks> {
  readonly #tasks: BackgroundTasks

  constructor(db: Database) {
    super(new URL(import.meta.url), null)
    this.#tasks = openBackgroundTasks(async () => db)
  }

  override async run<Name extends keyof BackgroundTasks>(
    name: Name,
    input: Parameters<BackgroundTasks[Name]>[0],
  ): Promise<Awaited<ReturnType<BackgroundTasks[Name]>>> {
    let hasBegun = false
    const task = this.#tasks[name] as (given: unknown, begin: () => void) => Promise<unknown>
    try {
      // The input is copied, as it is between threads.
      const output = await task(structuredClone(input), () => {
        hasBegun = true
      })
      return structuredClone(output) as Awaited<ReturnType<BackgroundTasks[Name]>>
    } catch (error) {
      throw hasBegun && !(error instanceof AppError) ? new TaskFailed(messageOf(error)) : error
    }
  }
}

export const onSameThread = (db: Database): Background => new SameThread(db)
