import type { RegisteredRouter } from '@tanstack/react-router'
import type { Role } from '#accounts/roles.ts'
import type { IconName } from '../parts/icon.tsx'

export interface NavigationPage {
  to: Exclude<
    Extract<keyof RegisteredRouter['routesByPath'], `/$account/${string}`>,
    '/$account/settings/' | '/$account/$'
  >
  label: string
  icon: IconName
  /** Other words for the page, by which the palette finds it. */
  words?: string
  /** Whether pages below its address do not belong to it. */
  isExact?: boolean
  /** The lowest role that may see it. */
  least?: Role
  /** The page is left out on a server without paid plans. */
  needsPlans?: boolean
  /** The page has a button of its own in the bottom bar of a phone. */
  isFrequent?: boolean
  /** The number beside it. */
  count?: 'inbox' | 'queue' | 'sources' | 'social'
}

/** The places of the sidebar. */
export const PLACES: readonly NavigationPage[] = [
  {
    to: '/$account/review',
    label: 'Review',
    isFrequent: true,
    icon: 'inbox',
    words: 'inbox drafts approve edition digest newsletter collected issue',
    count: 'inbox',
  },
  {
    to: '/$account/calendar',
    label: 'Calendar',
    icon: 'queue',
    words: 'queue scheduled published withdrawn changelog entries',
    isFrequent: true,
    count: 'queue',
  },
  {
    to: '/$account/merges',
    label: 'Merges',
    isFrequent: true,
    icon: 'pulls',
    words: 'pull requests internal ledger',
  },
  {
    to: '/$account/channels',
    label: 'Channels',
    icon: 'social',
    words:
      'page feeds rss atom json widget website social posts mastodon bluesky linkedin failed api mcp assistant claude token',
    isFrequent: true,
    count: 'social',
  },
  { to: '/$account/settings', label: 'Settings', icon: 'settings', count: 'sources' },
]

/** The parts of the settings. The records below Data are pages of their own. */
export const SETTINGS: readonly NavigationPage[] = [
  {
    to: '/$account/settings',
    label: 'General',
    icon: 'settings',
    words: 'name time zone language weekly summary mail',
    isExact: true,
  },
  {
    to: '/$account/settings/repositories',
    label: 'Repositories',
    icon: 'sources',
    words: 'sources github gitlab forgejo bitbucket azure connect import webhook',
    count: 'sources',
  },
  {
    to: '/$account/settings/writing',
    label: 'Writing',
    icon: 'writer',
    words: 'ai writer language model voice style translations',
  },
  {
    to: '/$account/settings/publishing',
    label: 'Publishing',
    icon: 'schedule',
    words: 'schedule times pause holidays edition digest approval policy automatic delay',
  },
  {
    to: '/$account/channels/assistants',
    label: 'Assistants',
    icon: 'api',
    words: 'mcp claude assistant connect token',
  },
  {
    to: '/$account/settings/people',
    label: 'People',
    icon: 'people',
    words: 'team members invite roles domains sign-on',
  },
  {
    to: '/$account/settings/data',
    label: 'Data',
    icon: 'activity',
    words: 'export download',
  },
  {
    to: '/$account/settings/plan',
    label: 'Plan',
    icon: 'plan',
    words: 'payment invoices upgrade',
    least: 'owner',
    needsPlans: true,
  },
]

/** The records of the account's work. */
const RECORDS: readonly NavigationPage[] = [
  { to: '/$account/settings/activity', label: 'Activity', icon: 'activity', words: 'history log who undo' },
  { to: '/$account/settings/insights', label: 'Insights', icon: 'insights', words: 'statistics' },
]

/** Every page that a person can open by its name. */
export const PAGES = [...PLACES.filter(({ label }) => label !== 'Settings'), ...SETTINGS, ...RECORDS]
