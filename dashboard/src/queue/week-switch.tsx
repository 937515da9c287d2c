import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { dayKey, spanName } from '../time.ts'
import type { Week } from './queries.ts'

const DAY_MS = 86_400_000

interface Props {
  week: Week
  now: number
  /** Shows the week of a date; without one the current week. */
  onShow: (day: string | undefined) => void
}

/** Which week is shown, and the way to the weeks around it. */
export function WeekSwitch({ week: { days, until }, now, onShow }: Props) {
  const { timeZone } = useAccount()
  const from = days[0]?.at ?? now
  const isCurrent = now >= from && now < until
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h2 aria-live="polite" className="mr-auto text-l font-semibold">
        {spanName(from, until - 1, timeZone)}
      </h2>
      {!isCurrent && <Button onClick={() => onShow(undefined)}>This week</Button>}
      <Button
        className="px-3!"
        aria-label="Previous week"
        onClick={() => onShow(dayKey(from - DAY_MS / 2, timeZone))}
      >
        <Icon name="back" />
      </Button>
      <Button
        className="px-3!"
        aria-label="Next week"
        onClick={() => onShow(dayKey(until + DAY_MS / 2, timeZone))}
      >
        <Icon name="back" className="size-4 rotate-180" />
      </Button>
    </div>
  )
}
