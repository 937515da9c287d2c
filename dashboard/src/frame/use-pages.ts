import { useQuery } from '@tanstack/react-query'
import { useMatchRoute } from '@tanstack/react-router'
import { entryQuery } from '../api/entry-queries.ts'
import { welcomeQuery } from '../api/queries.ts'
import { cameFrom, placeOf } from '../entry/came-from.ts'
import { type NavigationPage, PLACES } from './pages.ts'
import { useAccount } from './use-account.ts'

/** Those of these pages that the person's role may see and this server offers. */
export function useOffered(pages: readonly NavigationPage[]): readonly NavigationPage[] {
  const { may } = useAccount()
  const { data } = useQuery(welcomeQuery)
  return pages.filter(
    ({ least, needsPlans }) =>
      (least === undefined || may(least)) && (needsPlans !== true || data?.plans === true),
  )
}

/** The places of the navigation. The page of an entry belongs to the place that the person came from. */
export function usePlaces() {
  const { id: account } = useAccount()
  const match = useMatchRoute()
  const at = match({ to: '/$account/entries/$entry' })
  const { data } = useQuery({ ...entryQuery(account, at ? at.entry : ''), enabled: at !== false })
  const origin = at && cameFrom(account)
  const isCurrent = ({ to, label }: NavigationPage) => {
    if (!at) return false
    return origin ? origin.to.startsWith(to) : data && label === placeOf(data.entry.state)
  }
  return useOffered(PLACES).map(page => ({
    ...page,
    current: isCurrent(page) && { 'aria-current': 'page' as const },
  }))
}
