import { connection } from '../api/connection.ts'

/** Whether nothing can be sent at the moment. */
export const isAway = (): boolean => ['offline', 'unreachable'].includes(connection.state())

let waiting = 0

const stay = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Waits until the server can be reached. Until then the browser asks before the page is left, because a waiting decision would be lost. */
export async function whenBack(): Promise<void> {
  if (!isAway()) return
  if (waiting++ === 0) addEventListener('beforeunload', stay)
  while (isAway()) await nextState()
  if (--waiting === 0) removeEventListener('beforeunload', stay)
}

const nextState = (): Promise<void> =>
  new Promise(resolve => {
    const stop = connection.subscribe(() => {
      stop()
      resolve()
    })
  })
