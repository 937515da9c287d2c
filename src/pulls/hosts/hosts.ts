import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { azure } from './azure/host.ts'
import { bitbucket } from './bitbucket/host.ts'
import { forgejo } from './forgejo/host.ts'
import { github } from './github/host.ts'
import { gitlab } from './gitlab/host.ts'
import type { Host } from './host.ts'

/** The code hosts, each a folder beside this file. */
export const HOSTS = { github, gitlab, forgejo, bitbucket, azure }

export type CodeHostName = keyof typeof HOSTS
export const CODE_HOSTS = Object.keys(HOSTS) as CodeHostName[]

/** The host with this name; null if there is none. */
export const hostNamed = (name: string): Host | null =>
  Object.hasOwn(HOSTS, name) ? HOSTS[name as CodeHostName] : null

/** The permissions that Tidings needs to comment on pull requests, for an error message after the host refused it. */
export const commentRights = (provider: CodeHostName, isApp: boolean): string =>
  isApp ? APP_COMMENT_RIGHTS : HOSTS[provider].commentRights

const APP_COMMENT_RIGHTS =
  'On GitHub, in the settings of the app under Permissions, give it read and write access to pull requests; then accept that where the app is installed.'

/** A code host's name in records, and its API address. */
interface HostAddress {
  /** `github.com`, `git.example:3000`. */
  host: string
  /** Without a trailing slash. */
  apiUrl: string
}

/**
 * The addresses of the host whose website is at `url`; the provider's public site by default. Throws `invalid_parameter` when it
 * is not a web address.
 */
export function hostAddress(provider: CodeHostName, url: string = HOSTS[provider].site): HostAddress {
  const home = new URL(HOSTS[provider].site)
  const given = URL.parse(url)
  const site = given?.host === `www.${home.host}` ? home : given
  if (
    !site ||
    !/^https?:$/.test(site.protocol) ||
    site.username !== '' ||
    site.search !== '' ||
    site.hash !== ''
  )
    throw new AppError(
      'invalid_parameter',
      `A code host's address looks like https://git.example.com; got ${safeLine(url)}.`,
    )
  const apiUrl = HOSTS[provider].apiOf(site)
  return { host: new URL(HOSTS[provider].siteOf(apiUrl)).host, apiUrl }
}
