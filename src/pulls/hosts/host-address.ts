import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'

/** A code host's name in records, and its API address. */
export interface HostAddress {
  /** `github.com`, `git.example:3000`. */
  host: string
  /** Without a trailing slash. */
  apiUrl: string
}

interface Site {
  /** The public site of the host. */
  url: string
  api(site: URL): string
  /** Where a webhook is added. */
  webhookSteps: string
  /** What lets an access token comment on pull requests. */
  commentRights: string
}

const baseOf = (site: URL): string => site.href.replace(/(?<!\/)\/+$/, '')

/**
 * The code hosts whose webhooks Tidings reads, by the name of the webhook provider. Those in `CODE_HOSTS` can also be asked for merges;
 * of another, what its webhooks tell is all that is known.
 */
const SITES = {
  github: {
    url: 'https://github.com',
    api: site => (site.host === 'github.com' ? 'https://api.github.com' : `${baseOf(site)}/api/v3`),
    webhookSteps:
      'In the repository, under Settings → Webhooks, add a webhook with content type application/json and the events "Pull requests" and "Repositories":',
    commentRights: 'Enter an access token that may read the contents and read and write pull requests.',
  },
  gitlab: {
    url: 'https://gitlab.com',
    api: site => `${baseOf(site)}/api/v4`,
    webhookSteps:
      'In the project, under Settings → Webhooks, add a webhook for "Merge request events", with the secret as its token:',
    commentRights: 'Enter a project access token with the role Reporter and the scope "api".',
  },
  forgejo: {
    url: 'https://codeberg.org',
    api: site => `${baseOf(site)}/api/v1`,
    webhookSteps:
      'In the repository, under Settings → Webhooks, add a webhook of type Forgejo (or Gitea) for pull request events:',
    commentRights: 'Enter an access token with the scopes "read:repository", "write:issue" and "read:user".',
  },
} satisfies Record<string, Site>

export type SourceProvider = keyof typeof SITES
export const SOURCE_PROVIDERS = Object.keys(SITES) as SourceProvider[]

export const webhookSteps = (provider: SourceProvider): string => SITES[provider].webhookSteps

/** What lets Tidings comment on pull requests where the host refuses it. */
export const commentRights = (provider: SourceProvider, isApp: boolean): string =>
  isApp ? APP_COMMENT_RIGHTS : SITES[provider].commentRights

const APP_COMMENT_RIGHTS =
  'On GitHub, in the settings of the app under Permissions, give it read and write access to pull requests; then accept that where the app is installed.'

/**
 * The addresses of the host whose website is at `url`; the provider's public site by default. Throws `invalid_parameter` when it
 * is not a web address.
 */
export function hostAddress(provider: SourceProvider, url: string = SITES[provider].url): HostAddress {
  const site = URL.parse(url)
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
  return { host: site.host, apiUrl: SITES[provider].api(site) }
}

/** Returns the name if it is `owner/name`, or has more parts for nested groups; throws `invalid_parameter` otherwise. */
export function validateRepoName(repo: string): string {
  if (/^[\w.-]+(?:\/[\w.-]+){1,20}$/.test(repo) && repo.length <= 300) return repo
  throw new AppError('invalid_parameter', `A repository looks like owner/name; got ${safeLine(repo)}.`)
}

/**
 * The website of a GitHub API: drops `api.` from `https://api.github.com` and `https://api.team.ghe.com`, and the path `/api/v3`
 * of an Enterprise Server.
 */
export function gitHubPageOf(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl)
  return `${protocol}//${host.replace(/^api\.(?=github\.com$|[^.]+\.ghe\.com$)/, '')}`
}

/** The page of an app. GitHub Enterprise Server has it at another path. */
export function gitHubAppPageOf(apiUrl: string, slug: string): string {
  const page = gitHubPageOf(apiUrl)
  const isCloud = /(?:^|\.)(?:github\.com|ghe\.com)$/.test(new URL(page).hostname)
  return `${page}/${isCloud ? 'apps' : 'github-apps'}/${encodeURIComponent(slug)}`
}

/** GitHub's host name in records. */
export const gitHubHostOf = (apiUrl: string): string => new URL(gitHubPageOf(apiUrl)).host

/** Splits `owner/name`. Throws `invalid_parameter` for anything else, which could change the path of the API request. */
export function ownerAndName(repo: string): { owner: string; name: string } {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repo) ?? []
  if (owner === undefined || name === undefined || /^\.+$/.test(owner) || /^\.+$/.test(name)) {
    throw new AppError('invalid_parameter', 'A repository is written as owner/name.')
  }
  return { owner, name }
}
