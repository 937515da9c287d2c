import { workerData } from 'node:worker_threads'
import { serveTasks } from '#platform/background-thread.ts'
import { openReadOnlyDatabase } from '#platform/db/open.ts'
import { openBackgroundTasks } from './background-tasks.ts'

serveTasks(openBackgroundTasks(() => openReadOnlyDatabase(workerData.database)))
