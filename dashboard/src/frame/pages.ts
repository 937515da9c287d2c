import type { IconName } from '../parts/icon.tsx'
import type { Role } from '../roles.ts'
import type { router } from '../router.tsx'

export interface NavigationPage {
  to: Extract<keyof (typeof router)['routesByPath'], `/$account/${string}`>
  label: string
  icon: IconName
  /** The lowest role that may see it. */
  least?: Role
  /** Has its own button in the bottom bar of a phone. */
  isFrequent?: boolean
}

/** The pages of the sidebar, in groups. */
export const PAGE_GROUPS: readonly { label: string; pages: readonly NavigationPage[] }[] = [
  {
    label: 'Settings',
    pages: [
      { to: '/$account/tokens', label: 'API tokens', icon: 'api', least: 'owner' },
      { to: '/$account/clients', label: 'Connected clients', icon: 'plug' },
      { to: '/$account/members', label: 'Members', icon: 'people' },
    ],
  },
]
