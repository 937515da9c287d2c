import { useSyncExternalStore } from 'react'
import { useAccount } from '../../frame/use-account.ts'
import { fullTime, relativeTime } from '../../time.ts'

const TICK_MS = 10_000

/** The current time, for all parts of the page. It advances in ticks, so that every part that is drawn together shows the same. */
class Clock {
  #now = Date.now()
  #listeners = new Set<() => void>()

  constructor() {
    setInterval(() => {
      this.#now = Date.now()
      for (const listener of this.#listeners) listener()
    }, TICK_MS)
  }

  readonly now = () => this.#now

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

const clock = new Clock()

/** The current time in milliseconds since 1970, at most ten seconds old. The part is drawn again as it advances. */
export const useNow = (): number => useSyncExternalStore(clock.subscribe, clock.now)

interface Props {
  /** The time in milliseconds since 1970. */
  at: number
}

/** How long ago something was or until when, with the full moment in the account's time zone on hover. */
export function Time({ at }: Props) {
  const { timeZone } = useAccount()
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at, timeZone)}>
      {relativeTime(at, now)}
    </time>
  )
}
