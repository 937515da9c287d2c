import type { RegisteredRouter } from '@tanstack/react-router'
import type { Role } from '#accounts/roles.ts'
import type { IconName } from '../parts/icon.tsx'

export interface NavigationPage {
  to: Exclude<
    Extract<keyof RegisteredRouter['routesByPath'], `/$account/${string}`>,
    '/$account/settings/' | '/$account/$'
  >
  label: string
  /** What is done there, in a line below the label. */
  about?: string
  icon: IconName
  /** Other words for the page, by which the palette finds it. */
  words?: string
  /** The lowest role that may see it. */
  least?: Role
  /** The page is left out on a server without paid plans. */
  needsPlans?: boolean
  /** The number beside it. */
  count?: 'inbox' | 'queue' | 'sources' | 'social'
}

/** The places of the navigation. */
export const PLACES: readonly NavigationPage[] = [
  {
    to: '/$account/review',
    label: 'Review',
    about: 'Drafts to approve',
    icon: 'inbox',
    words: 'inbox drafts approve edition digest newsletter collected issue',
    count: 'inbox',
  },
  {
    to: '/$account/calendar',
    label: 'Calendar',
    about: 'Planned, published, pauses',
    icon: 'schedule',
    words:
      'queue scheduled coming pause holidays how often published changelog entries withdrawn dismissed correct typo',
    count: 'queue',
  },
  {
    to: '/$account/merges',
    label: 'Merges',
    about: 'Shown and not shown',
    icon: 'pulls',
    words: 'pull requests internal ledger',
  },
  {
    to: '/$account/channels',
    label: 'Channels',
    about: 'Feeds, page, social',
    icon: 'social',
    words:
      'rss atom json widget website social posts mastodon bluesky linkedin x twitter failed api highlights token',
    count: 'social',
  },
  {
    to: '/$account/settings',
    label: 'Settings',
    about: 'Repos, team, how often, AI, assistants',
    icon: 'settings',
    count: 'sources',
  },
]

/** The parts of the settings. The records below Data are pages of their own. */
export const SETTINGS: readonly NavigationPage[] = [
  {
    to: '/$account/settings/general',
    label: 'General',
    about: 'Name, time zone',
    icon: 'settings',
    words: 'name time zone language weekly summary mail',
  },
  {
    to: '/$account/settings/repositories',
    label: 'Repositories',
    about: 'GitHub, GitLab',
    icon: 'sources',
    words: 'sources github gitlab forgejo bitbucket azure connect import webhook',
    count: 'sources',
  },
  {
    to: '/$account/settings/writing',
    label: 'Writing',
    about: 'AI, voice, languages',
    icon: 'writer',
    words: 'ai writer language model voice style translations',
  },
  {
    to: '/$account/settings/publishing',
    label: 'Publishing',
    about: 'How often, holidays',
    icon: 'queue',
    words: 'schedule times how often every two weeks pause holidays edition digest approval policy automatic',
  },
  {
    to: '/$account/settings/assistants',
    label: 'Assistants (MCP)',
    about: 'Claude, ChatGPT',
    icon: 'api',
    words: 'claude chatgpt cursor assistant connect access client',
  },
  {
    to: '/$account/settings/people',
    label: 'People',
    about: 'Invite, roles',
    icon: 'people',
    words: 'team members invite roles domains sign-on',
  },
  {
    to: '/$account/settings/data',
    label: 'Data',
    about: 'Download, activity',
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
