import { useQuery } from '@tanstack/react-query'
import { countsQuery } from '../api/entry-queries.ts'
import { welcomeQuery } from '../api/queries.ts'
import { PAGE_GROUPS } from './pages.ts'
import { useAccount } from './use-account.ts'

/** The groups of pages with those that the person's role, the account's schedule and this server have. */
export function usePageGroups(): typeof PAGE_GROUPS {
  const { id, may } = useAccount()
  const { data } = useQuery(welcomeQuery)
  const { data: counts } = useQuery(countsQuery(id))
  const hasEditions = typeof counts?.edition === 'number'
  return PAGE_GROUPS.map(({ label, pages }) => ({
    label,
    pages: pages.filter(
      ({ least, needsPlans, needsEditions }) =>
        (least === undefined || may(least)) &&
        (needsPlans !== true || data?.plans === true) &&
        (needsEditions !== true || hasEditions),
    ),
  }))
}
