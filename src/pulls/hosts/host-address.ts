import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import type { CodeHostName } from './code-host.ts'

/** Where a code host is: its name in records, and its API. */
export interface HostAddress {
  /** `github.com`, `git.example:3000`. */
  host: string
  /** Without a slash at the end. */
  apiUrl: string
}

const SITES: Record<CodeHostName, { url: string; api(site: URL): string }> = {
  github: {
    url: 'https://github.com',
    api: site => (site.host === 'github.com' ? 'https://api.github.com' : `${baseOf(site)}/api/v3`),
  },
  gitlab: { url: 'https://gitlab.com', api: site => `${baseOf(site)}/api/v4` },
  forgejo: { url: 'https://codeberg.org', api: site => `${baseOf(site)}/api/v1` },
}

const baseOf = (site: URL): string => site.href.replace(/(?<!\/)\/+$/, '')

/** The host at this address, as people see it in their browser; the public one where none is given. `invalid_parameter` for no address. */
export function hostAddress(provider: CodeHostName, url = SITES[provider].url): HostAddress {
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

/** `owner/name`; on hosts with nested groups more parts. `invalid_parameter` for anything else. */
export function validateRepoName(repo: string): string {
  if (/^[\w.-]+(?:\/[\w.-]+){1,20}$/.test(repo) && repo.length <= 300) return repo
  throw new AppError('invalid_parameter', `A repository looks like owner/name; got ${safeLine(repo)}.`)
}

/** Where GitHub's pages are: `https://api.github.com` and `https://api.team.ghe.com` lose a word, an Enterprise Server its `/api/v3`. */
export function gitHubPageOf(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl)
  return `${protocol}//${host.replace(/^api\.(?=github\.com$|[^.]+\.ghe\.com$)/, '')}`
}

/** An app's own page: an Enterprise Server keeps it elsewhere. */
export function gitHubAppPageOf(apiUrl: string, slug: string): string {
  const page = gitHubPageOf(apiUrl)
  const isCloud = /(?:^|\.)(?:github\.com|ghe\.com)$/.test(new URL(page).hostname)
  return `${page}/${isCloud ? 'apps' : 'github-apps'}/${encodeURIComponent(slug)}`
}

/** The name by which records know it. */
export const gitHubHostOf = (apiUrl: string): string => new URL(gitHubPageOf(apiUrl)).host

/** The two parts of `owner/name`. `invalid_parameter` for anything else: it would be put together into another address. */
export function ownerAndName(repo: string): { owner: string; name: string } {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(repo) ?? []
  if (owner === undefined || name === undefined || /^\.+$/.test(owner) || /^\.+$/.test(name)) {
    throw new AppError('invalid_parameter', 'A repository is written as owner/name.')
  }
  return { owner, name }
}
