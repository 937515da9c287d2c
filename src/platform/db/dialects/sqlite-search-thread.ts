import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serveTasks } from '#platform/background-thread.ts'
import { withReasons } from './sqlite-failure.ts'
import type { SearchTasks } from './sqlite-search.ts'

let opened: DatabaseSync | undefined

const tasks: SearchTasks = {
  async query({ text, parameters }, begin) {
    begin()
    return withReasons(() => {
      opened ??= new DatabaseSync(workerData, { readOnly: true, timeout: 1_000 })
      return opened.prepare(text).all(...(parameters as SQLInputValue[]))
    })
  },
}

serveTasks(tasks)
