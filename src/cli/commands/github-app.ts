import { command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import { offerRegistration } from '#pipeline/github-app/register.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { clip, safeLine } from '#platform/text.ts'
import { hostAddress } from '#pulls/hosts/host-address.ts'

/** GitHub's own limit. */
const LONGEST_NAME = 34

export const createCommand = command({
  usage: 'github-app create [--name N] [--organisation O] [--url https://ghe.example]',
  summary:
    'Prints a one-time link that registers an app on GitHub, through which repositories are connected.',
  options: {
    name: { type: 'string' },
    organisation: { type: 'string' },
    url: { type: 'string' },
  },
  arguments: [0, 0],
  run: ({ name, organisation, url }, _, context) =>
    withService(context, async service => {
      const { host, apiUrl } = hostAddress('github', url)
      const registration = {
        name: nameOf(name, service.baseUrl),
        organisation: organisation === undefined ? null : checkedOrganisation(organisation),
      }
      const { link, expiresAt } = await offerRegistration(service, { apiUrl, registration })
      return {
        json: { link, expires_at: isoOf(expiresAt) },
        text: `Open this within the hour, signed in to ${host} as who is to own the app:\n\n  ${link}\n\n${WORKS_ONCE}${warning(service.baseUrl, host)}`,
      }
    }),
})

/** What is said beside a one-time link; a server must be there to answer it. */
export const WORKS_ONCE = 'It works once. The server must be running ("tidings serve").\n'

/** GitHub takes no name twice, so ours begins with where we are. */
function nameOf(given: string | undefined, baseUrl: string): string {
  if (given === undefined) return clip(`Tidings ${new URL(baseUrl).hostname}`, LONGEST_NAME)
  const name = safeLine(given)
  if (name !== '' && name.length <= LONGEST_NAME) return name
  throw new AppError('invalid_parameter', `--name is a text of 1 to ${LONGEST_NAME} characters.`)
}

function checkedOrganisation(given: string): string {
  if (/^[\w-]{1,100}$/.test(given)) return given
  throw new AppError(
    'invalid_parameter',
    `--organisation is the name in its address, like acme; got ${safeLine(given)}.`,
  )
}

function warning(baseUrl: string, host: string): string {
  const { hostname } = new URL(baseUrl)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return isHere
    ? `${host} cannot reach ${baseUrl} and may refuse the app: set TIDINGS_BASE_URL to the public address first.\n`
    : ''
}
