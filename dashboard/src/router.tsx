import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { base } from './api/client.ts'
import { requireMe } from './api/session.ts'
import { calendarSearch } from './calendar/search.ts'
import { ENTRY_TABS } from './entry/tabs.ts'
import { rootRoute } from './frame/root-route.ts'
import { inboxSearch } from './inbox/search.ts'
import { isWide } from './inbox/use-shown-item.ts'
import { PageError } from './parts/page-error.tsx'
import { pullsSearch } from './pulls/search.ts'
import { activitySearch, sourcesSearch, texts } from './search.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { startSearch } from './start/search.ts'

// The pages, each loaded when it is opened.
const top = { getParentRoute: () => rootRoute }

const homeRoute = createRoute({
  ...top,
  path: '/',
  async loader() {
    const { current, accounts, person } = await requireMe('/')
    const account = accounts.find(({ id }) => id === current)
    if (!account) return person
    if (account.needsSignOn) throw redirect({ to: '/$account/review', params: { account: account.id } })
    const { firstPage } = await import('./start/queries.ts')
    throw redirect({ to: await firstPage(account), params: { account: account.id } })
  },
  component: lazyRouteComponent(() => import('./sign-in/home-page.tsx'), 'HomePage'),
})

/** Redirects to the path of the account that was opened last. */
const startRoute = createRoute({
  ...top,
  path: '/start',
  validateSearch: startSearch,
  loaderDeps: ({ search }) => search,
  async loader({ deps: search }) {
    const { current } = await requireMe('/start')
    if (current) throw redirect({ to: '/$account/start', params: { account: current }, search })
    throw redirect({ to: '/' })
  },
})

/** Redirects to the repositories of the account that was opened last. */
const lastSourcesRoute = createRoute({
  ...top,
  path: '/sources',
  validateSearch: sourcesSearch,
  loaderDeps: ({ search }) => search,
  async loader({ deps: search, location }) {
    const { current } = await requireMe(`/sources${location.searchStr}`)
    if (current)
      throw redirect({ to: '/$account/settings/repositories', params: { account: current }, search })
    throw redirect({ to: '/' })
  },
})

/** The route of everything inside one account. The account's id is in the address, so that two windows can show two accounts. */
const accountRoute = createRoute({
  ...top,
  path: '/$account',
  component: lazyRouteComponent(() => import('./frame/frame.tsx'), 'Frame'),
})
const inside = { getParentRoute: () => accountRoute }

const reviewRoute = createRoute({
  ...inside,
  path: '/review',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
})

/** The path of a new account: its first ten minutes. */
const pathRoute = createRoute({
  ...inside,
  path: '/start',
  validateSearch: startSearch,
  loader: async ({ params }) => (await import('./start/queries.ts')).loadPath(params.account),
  component: lazyRouteComponent(() => import('./start/start-page.tsx'), 'StartPage'),
})

/** Whether the person comes from the path of a new account, and returns there. */
const entrySearch = ({
  from,
  tab,
}: Record<string, unknown>): { from?: 'start'; tab?: (typeof ENTRY_TABS)[number] | undefined } => {
  const shown = ENTRY_TABS.find(name => name === tab)
  return { ...(from === 'start' && { from }), ...(shown && { tab: shown }) }
}

const entryRoute = createRoute({
  ...inside,
  path: '/entries/$entry',
  validateSearch: entrySearch,
  component: lazyRouteComponent(() => import('./entry/entry-page.tsx'), 'EntryPage'),
})

const calendarRoute = createRoute({
  ...inside,
  path: '/calendar',
  validateSearch: calendarSearch,
  component: lazyRouteComponent(() => import('./calendar/calendar-page.tsx'), 'CalendarPage'),
})

const mergesRoute = createRoute({
  ...inside,
  path: '/merges',
  validateSearch: pullsSearch,
  component: lazyRouteComponent(() => import('./pulls/pulls-page.tsx'), 'PullsPage'),
})

const channelsRoute = createRoute({
  ...inside,
  path: '/channels',
  /** The social account that was just connected on the pages of its network. */
  validateSearch: texts('connected'),
  component: lazyRouteComponent(() => import('./channels/channels-page.tsx'), 'ChannelsPage'),
})

const hostedPageRoute = createRoute({
  ...inside,
  path: '/channels/page',
  component: lazyRouteComponent(() => import('./channels/hosted-page.tsx'), 'HostedPage'),
})

const feedsRoute = createRoute({
  ...inside,
  path: '/channels/feeds',
  component: lazyRouteComponent(() => import('./channels/feeds-page.tsx'), 'FeedsPage'),
})

const widgetRoute = createRoute({
  ...inside,
  path: '/channels/widget',
  component: lazyRouteComponent(() => import('./channels/widget-page.tsx'), 'WidgetPage'),
})

const socialAccountRoute = createRoute({
  ...inside,
  path: '/channels/social/$socialAccount',
  component: lazyRouteComponent(() => import('./social/account-page.tsx'), 'SocialAccountPage'),
})

const apiRoute = createRoute({
  ...inside,
  path: '/channels/api',
  component: lazyRouteComponent(() => import('./channels/api-page.tsx'), 'ApiPage'),
})

/** The settings: one page with a part for each subject. */
const settingsRoute = createRoute({
  ...inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
})
const settings = { getParentRoute: () => settingsRoute }

/** Where the parts have no room beside one another, the list of them stands alone. */
const firstPartRoute = createRoute({
  ...settings,
  path: '/',
  beforeLoad({ params }) {
    if (isWide()) throw redirect({ to: '/$account/settings/general', params, replace: true })
  },
})

const generalRoute = createRoute({
  ...settings,
  path: '/general',
  component: lazyRouteComponent(() => import('./settings/general-page.tsx'), 'GeneralPage'),
})

const repositoriesRoute = createRoute({
  ...settings,
  path: '/repositories',
  validateSearch: sourcesSearch,
  component: lazyRouteComponent(() => import('./sources/sources-page.tsx'), 'SourcesPage'),
})

const writingRoute = createRoute({
  ...settings,
  path: '/writing',
  component: lazyRouteComponent(() => import('./settings/writer/writer-page.tsx'), 'WriterPage'),
})

const publishingRoute = createRoute({
  ...settings,
  path: '/publishing',
  component: lazyRouteComponent(() => import('./settings/publishing-page.tsx'), 'PublishingPage'),
})

const assistantsRoute = createRoute({
  ...settings,
  path: '/assistants',
  component: lazyRouteComponent(() => import('./channels/assistants-page.tsx'), 'AssistantsPage'),
})

const peopleRoute = createRoute({
  ...settings,
  path: '/people',
  component: lazyRouteComponent(() => import('./settings/members/members-page.tsx'), 'MembersPage'),
})

const dataRoute = createRoute({
  ...settings,
  path: '/data',
  component: lazyRouteComponent(() => import('./settings/data-page.tsx'), 'DataPage'),
})

const planRoute = createRoute({
  ...settings,
  path: '/plan',
  validateSearch: (search: Record<string, unknown>): { payment?: 'done' } =>
    search.payment === 'done' ? { payment: 'done' } : {},
  component: lazyRouteComponent(() => import('./settings/plan-page.tsx'), 'PlanPage'),
})

const activityRoute = createRoute({
  ...settings,
  path: '/activity',
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('./settings/activity/activity-page.tsx'), 'ActivityPage'),
})

const insightsRoute = createRoute({
  ...settings,
  path: '/insights',
  component: lazyRouteComponent(() => import('./insights/insights-page.tsx'), 'InsightsPage'),
})

const youRoute = createRoute({
  ...inside,
  path: '/you',
  component: lazyRouteComponent(() => import('./settings/you/you-page.tsx'), 'YouPage'),
})

/** Redirects from a former address of a page to the current one. */
const movedRoute = createRoute({
  ...inside,
  path: '$',
  beforeLoad: async ({ params, location }) => {
    const { movedTo } = await import('./moved.ts')
    const href = movedTo(params, location.searchStr)
    if (href !== null) throw redirect({ href, replace: true })
  },
  component: lazyRouteComponent(() => import('./parts/not-found.tsx'), 'NotFound'),
})

const routeTree = rootRoute.addChildren([
  ...[homeRoute, startRoute, lastSourcesRoute],
  ...signInRoutes,
  accountRoute.addChildren([
    ...[reviewRoute, pathRoute, entryRoute, calendarRoute, mergesRoute],
    ...[channelsRoute, hostedPageRoute, feedsRoute, widgetRoute, socialAccountRoute, apiRoute],
    ...[youRoute, movedRoute],
    settingsRoute.addChildren([
      ...[firstPartRoute, generalRoute, repositoriesRoute, writingRoute, publishingRoute],
      ...[assistantsRoute, peopleRoute, dataRoute, planRoute, activityRoute, insightsRoute],
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: base.replace(/\/$/, ''),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./parts/not-found.tsx'), 'NotFound'),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
