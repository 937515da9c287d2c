import type { Instant } from '#platform/clock.ts'

const SUPPORTED_MONTHS = 12
const WARNING_MONTHS = 2

/** Warns two months before LinkedIn may stop supporting a version of its interface, a year after its month; null before that. */
export function versionWarning(version: string, now: Instant): string | null {
  const [year, month] = [Number(version.slice(0, 4)), Number(version.slice(4, 6))]
  const monthsAfter = (months: number) => Date.UTC(year, month - 1 + months)
  if (now < monthsAfter(SUPPORTED_MONTHS - WARNING_MONTHS)) return null
  const until = new Date(monthsAfter(SUPPORTED_MONTHS)).toISOString().slice(0, 7)
  return `LinkedIn supports version ${version} of its interface until about ${until}. Set TIDINGS_LINKEDIN_VERSION to a later one.`
}
