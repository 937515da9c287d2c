import { workerData } from 'node:worker_threads'
import { serveTasks } from '#platform/background-thread.ts'
import { openBackgroundTasks } from './background-tasks.ts'

serveTasks(openBackgroundTasks(workerData.database))
