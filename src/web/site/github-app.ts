import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import {
  connectChosen,
  connectionChoices,
  connectionOffer,
  verifyProof,
} from '#pipeline/github-app/connect.ts'
import { APP_PATHS, type GitHubAppContext, linkExpired } from '#pipeline/github-app/context.ts'
import { register, registrationForm } from '#pipeline/github-app/register.ts'
import { AppError } from '#platform/errors.ts'
import { htmlPage, pathPrefix } from '#web/html-pages.ts'
import { problemFor } from '#web/problems.ts'
import { limitBody } from '#web/request-bodies.ts'
import { pagePolicy } from '#web/response-headers.ts'
import { isFromOwnOrigin } from '#web/session-guard.ts'
import {
  choiceSheet,
  failureSheet,
  installedSheet,
  newAppSheet,
  offerSheet,
  registeredSheet,
  registrationSheet,
  type Sheet,
} from './github-app-pages.ts'

const COOKIE = 'tidings_handshake'
const LASTS_SECONDS = 3_600
/** Limit for parameters that the code host sends back, in characters. */
const LONGEST_PARAMETER = 1_000
const MOST_FORM_BYTES = 256 * 1024

/** Headers of a page whose form may be sent to `formAction` only. */
const headersFor = (formAction: string) => ({
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Content-Security-Policy': pagePolicy({ formAction }),
})

/**
 * Serves the one-time links of the dashboard and the command line that register the GitHub app and connect repositories. The link is the authorization;
 * there is no session. Not part of the public interface.
 */
export function serveGitHubApp(app: OpenAPIHono, context: GitHubAppContext): void {
  const show = async (c: Context, sheet: Sheet, formAction = "'none'", status: 200 | 404 = 200) => {
    const { title, body } = sheet
    const main = `<main id="content" class="sheet"><h1>${title}</h1>${body}</main>`
    const page = await htmlPage(context.baseUrl, { title, description: title, path: '', body: main })
    return c.html(page, status, headersFor(formAction))
  }
  /** Shows errors as a page instead of a problem document. */
  const withErrorPage = (work: (c: Context) => Promise<Response>) => async (c: Context) => {
    try {
      return await work(c)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { status } = problemFor(context.baseUrl, error)
      return show(c, failureSheet(error.message), "'none'", status as 404)
    }
  }
  serveRegistration(app, context, show, withErrorPage)
  serveConnection(app, context, show, withErrorPage)
}

type Show = (c: Context, sheet: Sheet, formAction?: string) => Promise<Response>
type Telling = (work: (c: Context) => Promise<Response>) => (c: Context) => Promise<Response>

function serveRegistration(
  app: OpenAPIHono,
  context: GitHubAppContext,
  show: Show,
  withErrorPage: Telling,
): void {
  app.get(
    `${APP_PATHS.register}/:token`,
    withErrorPage(async c => {
      const form = await registrationForm(context, parameter(c.req.param('token')))
      return show(c, registrationSheet(form), new URL(form.url).origin)
    }),
  )
  app.get(
    APP_PATHS.registered,
    withErrorPage(async c => {
      const { next, ...registered } = await register(context, sentBack(c))
      return next ? c.redirect(`${next.link}?new`, 303) : show(c, registeredSheet(registered))
    }),
  )
}

function serveConnection(
  app: OpenAPIHono,
  context: GitHubAppContext,
  show: Show,
  withErrorPage: Telling,
): void {
  const { baseUrl } = context
  app.get(
    `${APP_PATHS.connect}/:token`,
    withErrorPage(async c => {
      const offer = await connectionOffer(context, parameter(c.req.param('token')))
      keepInBrowser(c, baseUrl, offer.browser)
      return show(c, c.req.query('new') === undefined ? offerSheet(offer) : newAppSheet(offer))
    }),
  )
  app.get(
    APP_PATHS.proven,
    withErrorPage(async c => {
      if (c.req.query('state') === undefined && c.req.query('setup_action') !== undefined)
        return show(c, installedSheet(baseUrl))
      await verifyProof(context, { ...sentBack(c), browser: ofBrowser(c) })
      return c.redirect(`${baseUrl}${APP_PATHS.repositories}`, 303)
    }),
  )
  app.get(
    APP_PATHS.repositories,
    withErrorPage(async c => show(c, choiceSheet(await connectionChoices(context, ofBrowser(c))), "'self'")),
  )
  app.post(
    APP_PATHS.repositories,
    limitBody(MOST_FORM_BYTES),
    withErrorPage(async c => {
      if (!isFromOwnOrigin(c, baseUrl)) {
        throw new AppError('insufficient_scope', 'This form is only accepted from its own page.')
      }
      const { repository = [] } = await c.req.parseBody({ all: true })
      const chosen = [repository].flat().filter(one => typeof one === 'string')
      await connectChosen(context, ofBrowser(c), chosen)
      return c.redirect(`${baseUrl}${APP_PATHS.repositories}`, 303)
    }),
  )
}

/** The parameters of the redirect from the code host. A person who declined comes back with an error instead of a code. */
function sentBack(c: Context): { code: string; state: string } {
  const state = parameter(c.req.query('state'))
  const code = c.req.query('code')
  if (code === undefined || code === '')
    throw new AppError(
      'invalid_parameter',
      'The code host sent no code, so nothing was done. Open the link again to try once more.',
    )
  return { code: parameter(code), state }
}

function parameter(given: string | undefined): string {
  if (given === undefined || given === '' || given.length > LONGEST_PARAMETER) throw linkExpired()
  return given
}

const keepInBrowser = (c: Context, baseUrl: string, secret: string): void =>
  setCookie(c, COOKIE, secret, {
    path: `${pathPrefix(baseUrl)}/app/github`,
    httpOnly: true,
    // Not strict: the redirect from the code host must send it.
    sameSite: 'Lax',
    secure: baseUrl.startsWith('https:'),
    maxAge: LASTS_SECONDS,
  })

const ofBrowser = (c: Context): string => parameter(getCookie(c, COOKIE))
