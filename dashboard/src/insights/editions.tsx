import { useAccount } from '../frame/use-account.ts'
import { Section } from '../parts/section.tsx'
import { dayName } from '../time.ts'
import type { Insights } from './queries.ts'

/** How many dates are listed. */
const NAMED = 4

const UNITS: Record<NonNullable<Insights['period']>, string> = {
  week: 'week',
  'two-weeks': 'fortnight',
  month: 'month',
  release: 'release',
}

/** For how many periods in a row an edition went out; nothing for an account without editions. */
export function EditionsSection({ editions, period }: Pick<Insights, 'editions' | 'period'>) {
  const { timeZone } = useAccount()
  if (editions === null || period === null) return null
  const days = [...new Set(editions.dates.map(at => dayName(at, timeZone)))]
  const named = `${days.length > NAMED ? 'lately ' : ''}on ${new Intl.ListFormat('en').format(days.slice(0, NAMED))}`
  return <Section title="Did an edition go out each time?" lead={leadOf(editions, UNITS[period], named)} />
}

function leadOf({ periods, dates }: NonNullable<Insights['editions']>, unit: string, days: string): string {
  if (periods === 0) return unit === 'release' ? 'None went out yet.' : `None this ${unit} or the one before.`
  if (periods === 1) return `${dates.length === 1 ? 'One' : dates.length} went out, ${days}.`
  return unit === 'release' ? `${periods} went out, ${days}.` : `Yes, ${periods} ${unit}s in a row: ${days}.`
}
