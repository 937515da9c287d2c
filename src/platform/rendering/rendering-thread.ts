import { serveTasks } from '#platform/background-thread.ts'
import { renderingTasks } from './rendering-tasks.ts'

serveTasks(renderingTasks)
