import type { OpenAPIHono } from '@hono/zod-openapi'
import { Hono } from 'hono'
import { AppError } from '#platform/errors.ts'
import type { WebContext } from '#web/context.ts'
import { noStore } from '#web/response-headers.ts'
import { limitDashboardBody, requireSession, type SessionEnv, sameOriginOnly } from '#web/session-guard.ts'
import { account } from './account/account.ts'
import { activity } from './account/activity.ts'
import { consent } from './account/consent.ts'
import { insights } from './account/insights.ts'
import { page } from './account/page.ts'
import { feeds, settingsRoutes } from './account/settings.ts'
import { start } from './account/start.ts'
import { tokens } from './account/tokens.ts'
import { writerRoutes } from './account/writer.ts'
import { actions } from './actions.ts'
import { edition } from './entries/edition.ts'
import { entries } from './entries/entries.ts'
import { images, offeredPictures } from './entries/images.ts'
import { preview } from './entries/preview.ts'
import { pulls } from './entries/pulls.ts'
import { queue } from './entries/queue.ts'
import { translations } from './entries/translations.ts'
import { events } from './events/events.ts'
import { inbox, undo } from './inbox/inbox.ts'
import { members } from './members/members.ts'
import { serveDashboardFiles } from './pages.ts'
import { ownPasskeys, passkeySignIn } from './person/passkeys.ts'
import { profile } from './person/profile.ts'
import { ownSecondFactor, secondFactorSignIn } from './person/second-factor.ts'
import { serveAuth, signInRoutes } from './person/sign-in.ts'
import { socialAccounts, socialPictures } from './social/accounts.ts'
import { entryPosts, posts } from './social/posts.ts'
import { deliveries } from './sources/deliveries.ts'
import { gitHubApp } from './sources/github-app.ts'
import { sources } from './sources/sources.ts'

/** The API of the dashboard. It accepts only sessions and is not part of the public interface. */
function dashboardApi(web: WebContext, stopping: AbortSignal) {
  return new Hono()
    .use(noStore, sameOriginOnly(web.baseUrl))
    .route('/', signInRoutes(web))
    .route('/', passkeySignIn(web))
    .route('/', secondFactorSignIn(web))
    .route('/', sessionRoutes(web, stopping))
}

/** The type that the dashboard's typed client is made from. */
export type DashboardApi = ReturnType<typeof dashboardApi>

/** The routes that need a session. */
const sessionRoutes = (web: WebContext, stopping: AbortSignal) =>
  new Hono<SessionEnv>()
    .use(requireSession(web.dashboard), limitDashboardBody)
    .route('/', profile(web))
    .route('/', ownPasskeys(web))
    .route('/', ownSecondFactor(web))
    .route('/', actions(web))
    .route('/', account(web))
    .route('/', activity(web))
    .route('/', members(web))
    .route('/', tokens(web))
    .route('/', consent(web))
    .route('/', events(web, stopping))
    .route('/', inbox(web))
    .route('/', undo(web))
    .route('/', queue(web))
    .route('/', edition(web))
    .route('/', page(web))
    .route('/', settingsRoutes(web))
    .route('/', writerRoutes(web, stopping))
    .route('/', feeds(web))
    .route('/', insights(web))
    .route('/', start(web))
    .route('/', sources(web))
    .route('/', gitHubApp(web))
    .route('/', deliveries(web))
    .route('/', entries(web))
    .route('/', preview(web))
    .route('/', images(web))
    .route('/', translations(web))
    .route('/', offeredPictures(web))
    .route('/', pulls(web))
    .route('/', socialAccounts(web))
    .route('/', socialPictures(web))
    .route('/', posts(web))
    .route('/', entryPosts(web))

/** Serves everything below /app. */
export function serveDashboard(app: OpenAPIHono, web: WebContext, stopping: AbortSignal): void {
  serveAuth(app, web.dashboard, web.baseUrl)
  app.route('/app/api', dashboardApi(web, stopping))
  app.all('/app/api/*', () => {
    throw new AppError('not_found', 'Nothing was found at this address.')
  })
  serveDashboardFiles(app, web.baseUrl)
}
