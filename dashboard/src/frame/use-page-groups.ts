import { useQuery } from '@tanstack/react-query'
import { welcomeQuery } from '../api/queries.ts'
import { PAGE_GROUPS } from './pages.ts'
import { useAccount } from './use-account.ts'

/** The groups of pages with those that the person's role and this server have. */
export function usePageGroups(): typeof PAGE_GROUPS {
  const { may } = useAccount()
  const { data } = useQuery(welcomeQuery)
  return PAGE_GROUPS.map(({ label, pages }) => ({
    label,
    pages: pages.filter(
      ({ least, needsPlans }) =>
        (least === undefined || may(least)) && (needsPlans !== true || data?.plans === true),
    ),
  }))
}
