import { useAccount } from '../frame/use-account.ts'
import { Section } from '../parts/section.tsx'
import { dayName } from '../time.ts'
import type { Insights } from './queries.ts'

/** Dates that are named. */
const NAMED = 4

const UNITS: Record<Insights['period'], string> = {
  'one-by-one': 'entry',
  weekly: 'week',
  'every-two-weeks': 'fortnight',
  monthly: 'month',
  release: 'release',
}

/** For how many periods in a row an edition went out; nothing for an account without editions. */
export function EditionsSection({ editions, period }: Pick<Insights, 'editions' | 'period'>) {
  const { timeZone } = useAccount()
  if (editions === null) return null
  const days = editions.dates.slice(0, NAMED).map(at => dayName(at, timeZone))
  const named = `${days.length < editions.dates.length ? 'lately ' : ''}on ${new Intl.ListFormat('en').format(days)}`
  return (
    <Section title="Did an edition go out each time?" lead={leadOf(editions.periods, UNITS[period], named)} />
  )
}

function leadOf(periods: number, unit: string, days: string): string {
  if (periods === 0) return unit === 'release' ? 'None went out yet.' : `None this ${unit} or the one before.`
  if (periods === 1) return `One went out, ${days}.`
  return unit === 'release' ? `${periods} went out, ${days}.` : `Yes, ${periods} ${unit}s in a row: ${days}.`
}
