import { useAccount } from '../frame/use-account.ts'
import { fullTime, relativeTime } from '../time.ts'

interface Props {
  /** In milliseconds since 1970. */
  at: number
  now?: number
  style?: 'long' | 'narrow'
}

/** How long ago something was or until when, with the full moment in the account's time zone on hover. */
export function Time({ at, now = Date.now(), style = 'long' }: Props) {
  const { timeZone } = useAccount()
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at, timeZone)}>
      {relativeTime(at, now, style)}
    </time>
  )
}
