import type { RegisteredRouter } from '@tanstack/react-router'
import type { Role } from '#accounts/roles.ts'
import type { IconName } from '../parts/icon.tsx'

export interface NavigationPage {
  to: Extract<keyof RegisteredRouter['routesByPath'], `/$account/${string}`>
  label: string
  icon: IconName
  /** The lowest role that may see it. */
  least?: Role
  /** The page is left out on a server without paid plans. */
  needsPlans?: boolean
  /** The page is left out where the account publishes entry by entry. */
  needsEditions?: boolean
  /** The page has a button of its own in the bottom bar of a phone. */
  isFrequent?: boolean
  /** The number beside it. */
  count?: 'edition' | 'inbox' | 'queue' | 'sources' | 'social'
}

/** The pages of the sidebar, in groups. */
export const PAGE_GROUPS: readonly { label: string; pages: readonly NavigationPage[] }[] = [
  {
    label: 'Changelog',
    pages: [
      {
        to: '/$account/edition',
        label: 'Edition',
        icon: 'edition',
        isFrequent: true,
        needsEditions: true,
        count: 'edition',
      },
      { to: '/$account/inbox', label: 'Inbox', icon: 'inbox', isFrequent: true, count: 'inbox' },
      { to: '/$account/queue', label: 'Queue', icon: 'queue', isFrequent: true, count: 'queue' },
      { to: '/$account/published', label: 'Published', icon: 'published', isFrequent: true },
      { to: '/$account/pulls', label: 'Pull requests', icon: 'pulls' },
    ],
  },
  {
    label: 'Sources and readers',
    pages: [
      { to: '/$account/sources', label: 'Sources', icon: 'sources', count: 'sources' },
      { to: '/$account/social', label: 'Social', icon: 'social', count: 'social' },
      { to: '/$account/feeds', label: 'Page & feeds', icon: 'page' },
      { to: '/$account/api', label: 'API & MCP', icon: 'api' },
      { to: '/$account/insights', label: 'Insights', icon: 'insights' },
    ],
  },
  {
    label: 'Settings',
    pages: [
      { to: '/$account/settings', label: 'General', icon: 'settings' },
      { to: '/$account/writer', label: 'Writer', icon: 'writer' },
      { to: '/$account/schedule', label: 'Schedule', icon: 'schedule' },
      { to: '/$account/policy', label: 'Policy', icon: 'policy' },
      { to: '/$account/members', label: 'Members', icon: 'people' },
      { to: '/$account/plan', label: 'Plan', icon: 'plan', least: 'owner', needsPlans: true },
      { to: '/$account/activity', label: 'Activity', icon: 'activity' },
    ],
  },
]
