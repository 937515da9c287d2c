import { useQuery } from '@tanstack/react-query'
import { useMatchRoute } from '@tanstack/react-router'
import { welcomeQuery } from '../api/queries.ts'
import { type NavigationPage, PAGES, PLACES, SETTINGS } from './pages.ts'
import { useAccount } from './use-account.ts'

/** Those of these pages that the person's role may see and this server offers. */
function useOffered(pages: readonly NavigationPage[]): readonly NavigationPage[] {
  const { may } = useAccount()
  const { data } = useQuery(welcomeQuery)
  return pages.filter(
    ({ least, needsPlans }) =>
      (least === undefined || may(least)) && (needsPlans !== true || data?.plans === true),
  )
}

/** The places of the navigation. The page about the person is one of the settings. */
export function usePlaces() {
  const isAtPerson = useMatchRoute()({ to: '/$account/you' })
  return useOffered(PLACES).map(page => ({
    ...page,
    current: isAtPerson && page.label === 'Settings' && { 'aria-current': 'page' as const },
  }))
}

/** The parts of the settings. */
export const useSettingsParts = () => useOffered(SETTINGS)

/** Every page that a person can open by its name. */
export const useAllPages = () => useOffered(PAGES)
