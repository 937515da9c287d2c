import { workerData } from 'node:worker_threads'
import { serveTasks } from '#platform/background-thread.ts'
import { openReadOnlyDatabase } from '#platform/db/open.ts'
import { openBackgroundTasks } from '../src/app/background-tasks.ts'
import { createProductClassifier } from '../src/app/judging.ts'

serveTasks(
  openBackgroundTasks(
    () => openReadOnlyDatabase(workerData.database),
    async () => {
      const classifier = await createProductClassifier()
      return {
        ...classifier,
        classify(pull, known) {
          suffer(pull.body)
          return classifier.classify(pull, known)
        },
        classifyAll(pulls, known) {
          for (const { body } of pulls) suffer(body)
          return classifier.classifyAll(pulls, known)
        },
      }
    },
  ),
)

/** Loops for ever, exhausts the memory or throws, if the body says so. */
function suffer(body: string): void {
  if (body.includes('THROW')) throw new Error('This text is not to be read.')
  const hoard: number[][] = []
  for (;;) {
    if (body.includes('EXHAUST THE MEMORY')) hoard.push(new Array(1_000_000).fill(0.5))
    else if (!body.includes('LOOP FOR EVER')) return
  }
}
