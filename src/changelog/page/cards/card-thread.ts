import { serveTasks } from '#platform/background-thread.ts'
import { cardTasks } from './card-drawing.ts'

serveTasks(cardTasks)
