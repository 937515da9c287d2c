import { useQuery } from '@tanstack/react-query'
import { countsQuery } from '../api/entry-queries.ts'
import { welcomeQuery } from '../api/queries.ts'
import { type NavigationPage, PAGES, PLACES, SETTINGS } from './pages.ts'
import { useAccount } from './use-account.ts'

/** Of these pages, those that the person's role, the account's schedule and this server have. */
function useOffered(pages: readonly NavigationPage[]): readonly NavigationPage[] {
  const { id, may } = useAccount()
  const { data } = useQuery(welcomeQuery)
  const { data: counts } = useQuery(countsQuery(id))
  const hasEditions = typeof counts?.edition === 'number'
  return pages.filter(
    ({ least, needsPlans, needsEditions }) =>
      (least === undefined || may(least)) &&
      (needsPlans !== true || data?.plans === true) &&
      (needsEditions !== true || hasEditions),
  )
}

/** The places of the sidebar. */
export const usePlaces = () => useOffered(PLACES)

/** The parts of the settings. */
export const useSettingsParts = () => useOffered(SETTINGS)

/** Every page that one can go to by its name. */
export const useAllPages = () => useOffered(PAGES)
