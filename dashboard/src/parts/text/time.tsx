import { useSyncExternalStore } from 'react'
import { useAccount } from '../../frame/use-account.ts'
import { Store } from '../../store.ts'
import { briefAge, briefDay, clockTime, fullTime, relativeTime, shortTime } from '../../time.ts'

const TICK_MS = 10_000

/** The current time, for all parts of the page. It advances in ticks, so that parts that are rendered together show the same time. */
class Clock extends Store {
  #now = Date.now()

  constructor() {
    super()
    setInterval(() => {
      this.#now = Date.now()
      this.changed()
    }, TICK_MS)
  }

  readonly now = () => this.#now
}

const clock = new Clock()

/** The current time in milliseconds since 1970, at most ten seconds old. The component renders again when it advances. */
export const useNow = (): number => useSyncExternalStore(clock.subscribe, clock.now)

interface Props {
  /** The time in milliseconds since 1970. */
  at: number
  /** Whether the age is abbreviated for the eye, as "6 h". It is read aloud in full. */
  isBrief?: boolean
}

/** How long ago something was, or how long until it is, with the full time in the account's time zone on hover. */
export function Time({ at, isBrief }: Props) {
  const { timeZone } = useAccount()
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at, timeZone)}>
      {isBrief ? (
        <>
          <span aria-hidden="true">{briefAge(at, now)}</span>
          <span className="sr-only">{relativeTime(at, now)}</span>
        </>
      ) : (
        relativeTime(at, now)
      )}
    </time>
  )
}

/** When something would go out, on the label of a button; in brief on a phone, and only the day on a narrow one. */
export function DueTime({ at }: Pick<Props, 'at'>) {
  const { timeZone } = useAccount()
  const now = useNow()
  return (
    <span title={fullTime(at, timeZone)}>
      <span className="max-sm:hidden">{shortTime(at, now, timeZone)}</span>
      <span className="sm:hidden">
        {briefDay(at, now, timeZone)}
        <span className="max-[339px]:hidden"> {clockTime(at, timeZone)}</span>
      </span>
    </span>
  )
}

/** The time of day, with the full time in the account's time zone on hover. */
export function TimeOfDay({ at, className = '' }: { at: number; className?: string }) {
  const { timeZone } = useAccount()
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={fullTime(at, timeZone)}
      className={`text-quiet tabular-nums ${className}`}
    >
      {clockTime(at, timeZone)}
    </time>
  )
}
