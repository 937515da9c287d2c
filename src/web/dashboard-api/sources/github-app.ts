import { Hono } from 'hono'
import { z } from 'zod'
import {
  connectChosen,
  connectionChoices,
  offerConnection,
  verifyProof,
} from '#pipeline/github-app/connect.ts'
import { offerRegistration, register, registrationForm } from '#pipeline/github-app/register.ts'
import { AppError } from '#platform/errors.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { safeLine } from '#platform/text.ts'
import { hostAddress } from '#pulls/hosts/hosts.ts'
import type { WebContext } from '#web/context.ts'
import { htmlPage } from '#web/html-pages.ts'
import { jsonBody, queryParameters } from '#web/request-bodies.ts'
import { pagePolicy } from '#web/response-headers.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

const url = z.string().max(500).optional()
const registration = z.object({
  url,
  /** The organisation that will own the app; left out for the person's own account. */
  organisation: z.string().trim().min(1).max(100).optional(),
  mayComment: z.boolean().default(false),
  /** The permit in the address that the operator passed on. */
  permit: z.string().max(1_000).optional(),
})
const secret = z.string().min(1).max(1_000)
const repositories = z.array(z.string().max(100)).max(10_000)

/** The parameters that the code host sends back. A person who declined comes back with an error instead of a code. */
const sentBack = z.object({ state: secret.optional(), code: secret.optional() })

function complete({ state, code }: z.output<typeof sentBack>): { state: string; code: string } {
  if (state !== undefined && code !== undefined) return { state, code }
  throw new AppError(
    'invalid_parameter',
    'The code host sent no code, so nothing was done. Begin again in the dashboard, under Settings, Repositories.',
  )
}

/**
 * Routes that create the GitHub app and connect repositories through it, for a signed-in owner. GitHub sends
 * the person back to addresses here.
 */
export function gitHubApp(web: WebContext) {
  const { baseUrl } = web
  const { githubApp } = web.dashboard
  return new Hono<SessionEnv>()
    .post('/accounts/:account/sources/github-app/registration', jsonBody(registration), async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const { organisation = null, url, ...wanted } = c.req.valid('json')
      const { apiUrl } = hostAddress('github', url)
      const link = await offerRegistration(githubApp, c.var, { ...wanted, accountId, apiUrl, organisation })
      return c.json({ link })
    })
    .post('/accounts/:account/sources/github-app', jsonBody(z.object({ url })), async c => {
      const { accountId } = await authorize(web, c, 'owner')
      const { apiUrl } = hostAddress('github', c.req.valid('json').url)
      return c.json(await offerConnection(githubApp, c.var, { accountId, apiUrl }))
    })
    .get('/github-app/register', queryParameters(z.object({ state: secret })), async c => {
      const form = await registrationForm(githubApp, c.var, c.req.valid('query').state)
      const formAction = new URL(form.url).origin
      return c.html(await registrationPage(baseUrl, form), 200, {
        'Content-Security-Policy': pagePolicy({ formAction }),
      })
    })
    .get('/github-app/registered', queryParameters(sentBack), async c =>
      c.redirect(await register(githubApp, c.var, complete(c.req.valid('query'))), 303),
    )
    .get('/github-app/proven', queryParameters(sentBack), async c => {
      const sent = c.req.valid('query')
      // The app was installed from a page of GitHub, so it is not known for which account.
      if (sent.state === undefined && c.req.query('setup_action') !== undefined)
        return c.redirect(`${baseUrl}/app/sources`, 303)
      const { publicId, choice } = await verifyProof(githubApp, c.var, complete(sent))
      return c.redirect(`${baseUrl}/app/${publicId}/sources?choice=${choice}`, 303)
    })
    .get('/github-app/choice', queryParameters(z.object({ choice: secret })), async c =>
      c.json(await connectionChoices(githubApp, c.var, c.req.valid('query').choice)),
    )
    .post('/github-app/choice', jsonBody(z.object({ choice: secret, repositories })), async c => {
      const { choice, repositories } = c.req.valid('json')
      return c.json({ connected: await connectChosen(githubApp, c.var, choice, repositories) })
    })
}

/**
 * A page with the form that sends the app's manifest to the code host. Only a form can do that, and the
 * dashboard may not send forms to other sites.
 */
function registrationPage(
  baseUrl: string,
  { url, manifest, registration }: Awaited<ReturnType<typeof registrationForm>>,
): Promise<string> {
  const shown = (text: string) => escapeMarkup(safeLine(text))
  const host = shown(new URL(url).host)
  const { name, organisation, mayComment } = registration
  const owner = organisation === null ? 'your own account' : `the organisation ${shown(organisation)}`
  const rights = mayComment
    ? 'It can also comment on pull requests, which it does where reviews are switched on. The permission for that would let it change them as well, which it never does.'
    : 'It cannot change anything.'
  const title = 'Create the GitHub app'
  return htmlPage(baseUrl, {
    ...{ title, description: title, path: '' },
    body: `<main id="content" class="sheet"><h1>${title}</h1>
<p>${host} will register an app called <strong>${shown(name)}</strong> for ${owner}. It tells Tidings about merges, without a token or webhook for each repository.</p>
<p>It can read pull requests, issues and contents of the repositories that you choose. ${rights} ${host} shows this again before you agree.</p>
<form method="post" action="${escapeMarkup(url)}">
<input type="hidden" name="manifest" value="${escapeMarkup(manifest)}">
<button>Continue on ${host}</button>
</form>
<p class="aside">You can change the name there. ${host} then sends you back here with the keys of the app, which are stored encrypted.</p></main>`,
  })
}
