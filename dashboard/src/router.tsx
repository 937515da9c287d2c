import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { base } from './api/client.ts'
import { meQuery, queryClient } from './api/queries.ts'
import { requireMe } from './api/session.ts'
import { rootRoute } from './frame/root.tsx'
import { inboxSearch } from './inbox/search.ts'
import { isWide } from './inbox/use-shown-item.ts'
import { PageError } from './parts/page-error.tsx'
import { pullsSearch } from './pulls/search.ts'
import { activitySearch, calendarSearch, entrySearch, sourcesSearch, startSearch, texts } from './search.ts'
import { signInRoutes } from './sign-in/routes.ts'

/** A page, which is loaded when it is opened. */
const page = lazyRouteComponent

const HomePage = page(() => import('./sign-in/home-page.tsx'), 'HomePage')
const Frame = page(() => import('./frame/frame.tsx'), 'Frame')
const InboxPage = page(() => import('./inbox/inbox-page.tsx'), 'InboxPage')
const StartPage = page(() => import('./start/start-page.tsx'), 'StartPage')
const EntryPage = page(() => import('./entry/entry-page.tsx'), 'EntryPage')
const CalendarPage = page(() => import('./calendar/calendar-page.tsx'), 'CalendarPage')
const PullsPage = page(() => import('./pulls/pulls-page.tsx'), 'PullsPage')
const ChannelsPage = page(() => import('./channels/channels-page.tsx'), 'ChannelsPage')
const HostedPage = page(() => import('./channels/hosted-page.tsx'), 'HostedPage')
const FeedsPage = page(() => import('./channels/feeds-page.tsx'), 'FeedsPage')
const WidgetPage = page(() => import('./channels/widget-page.tsx'), 'WidgetPage')
const SocialAccountPage = page(() => import('./social/account-page.tsx'), 'SocialAccountPage')
const ApiPage = page(() => import('./channels/api-page.tsx'), 'ApiPage')
const SettingsPage = page(() => import('./settings/settings-page.tsx'), 'SettingsPage')
const GeneralPage = page(() => import('./settings/general-page.tsx'), 'GeneralPage')
const SourcesPage = page(() => import('./sources/sources-page.tsx'), 'SourcesPage')
const WriterPage = page(() => import('./settings/writer/writer-page.tsx'), 'WriterPage')
const PublishingPage = page(() => import('./settings/publishing-page.tsx'), 'PublishingPage')
const AssistantsPage = page(() => import('./channels/assistants-page.tsx'), 'AssistantsPage')
const MembersPage = page(() => import('./settings/members/members-page.tsx'), 'MembersPage')
const DataPage = page(() => import('./settings/data-page.tsx'), 'DataPage')
const PlanPage = page(() => import('./settings/plan-page.tsx'), 'PlanPage')
const ActivityPage = page(() => import('./settings/activity/activity-page.tsx'), 'ActivityPage')
const InsightsPage = page(() => import('./insights/insights-page.tsx'), 'InsightsPage')
const YouPage = page(() => import('./settings/you/you-page.tsx'), 'YouPage')
const NotFound = page(() => import('./parts/not-found.tsx'), 'NotFound')

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
  component: HomePage,
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
  // Who is signed in is asked for while the page is loaded.
  loader: () => void queryClient.prefetchQuery(meQuery),
  component: Frame,
})
const inside = { getParentRoute: () => accountRoute }

const reviewRoute = createRoute({
  ...inside,
  path: '/review',
  validateSearch: inboxSearch,
  component: InboxPage,
})

/** The path of a new account: its first ten minutes. */
const pathRoute = createRoute({
  ...inside,
  path: '/start',
  validateSearch: startSearch,
  loader: async ({ params }) => (await import('./start/queries.ts')).loadPath(params.account),
  component: StartPage,
})

const entryRoute = createRoute({
  ...inside,
  path: '/entries/$entry',
  validateSearch: entrySearch,
  component: EntryPage,
})
const calendarRoute = createRoute({
  ...inside,
  path: '/calendar',
  validateSearch: calendarSearch,
  component: CalendarPage,
})
const mergesRoute = createRoute({
  ...inside,
  path: '/merges',
  validateSearch: pullsSearch,
  component: PullsPage,
})

const channelsRoute = createRoute({
  ...inside,
  path: '/channels',
  /** The social account that was just connected on the pages of its network. */
  validateSearch: texts('connected'),
  component: ChannelsPage,
})

const hostedPageRoute = createRoute({ ...inside, path: '/channels/page', component: HostedPage })
const feedsRoute = createRoute({ ...inside, path: '/channels/feeds', component: FeedsPage })
const widgetRoute = createRoute({ ...inside, path: '/channels/widget', component: WidgetPage })
const socialAccountRoute = createRoute({
  ...inside,
  path: '/channels/social/$socialAccount',
  component: SocialAccountPage,
})
const apiRoute = createRoute({ ...inside, path: '/channels/api', component: ApiPage })

/** The settings: one page with a part for each subject. */
const settingsRoute = createRoute({ ...inside, path: '/settings', component: SettingsPage })
const settings = { getParentRoute: () => settingsRoute }

/** Where the parts have no room beside one another, the list of them stands alone. */
const firstPartRoute = createRoute({
  ...settings,
  path: '/',
  beforeLoad({ params }) {
    if (isWide()) throw redirect({ to: '/$account/settings/general', params, replace: true })
  },
})

const generalRoute = createRoute({ ...settings, path: '/general', component: GeneralPage })
const repositoriesRoute = createRoute({
  ...settings,
  path: '/repositories',
  validateSearch: sourcesSearch,
  component: SourcesPage,
})
const writingRoute = createRoute({ ...settings, path: '/writing', component: WriterPage })
const publishingRoute = createRoute({ ...settings, path: '/publishing', component: PublishingPage })
const assistantsRoute = createRoute({ ...settings, path: '/assistants', component: AssistantsPage })
const peopleRoute = createRoute({ ...settings, path: '/people', component: MembersPage })
const dataRoute = createRoute({ ...settings, path: '/data', component: DataPage })

const planRoute = createRoute({
  ...settings,
  path: '/plan',
  validateSearch: texts('payment'),
  component: PlanPage,
})

const activityRoute = createRoute({
  ...settings,
  path: '/activity',
  validateSearch: activitySearch,
  component: ActivityPage,
})
const insightsRoute = createRoute({ ...settings, path: '/insights', component: InsightsPage })
const youRoute = createRoute({ ...inside, path: '/you', component: YouPage })

/** Redirects from a former address of a page to the current one. */
const movedRoute = createRoute({
  ...inside,
  path: '$',
  beforeLoad: async ({ params, location }) => {
    const { movedTo } = await import('./moved.ts')
    const href = movedTo(params, location.searchStr)
    if (href !== null) throw redirect({ href, replace: true })
  },
  component: NotFound,
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
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
