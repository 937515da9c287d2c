import type { LandingStyle } from './landing.ts'

/** A repository on its code host, as read from a remote address. */
export interface RemoteRepository {
  host: string
  repo: string
  /** The web page, without credentials; null if only SSH is known and the web address cannot be derived. */
  url: string | null
}

/** Host names that are aliases of another host. */
const ALIASES: Record<string, string> = {
  'ssh.github.com': 'github.com',
  'www.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
  'ssh.dev.azure.com': 'dev.azure.com',
  'vs-ssh.visualstudio.com': 'dev.azure.com',
}

/** The name under which a host's repositories are recorded. */
export const mainHost = (host: string): string =>
  ALIASES[host] ?? (host.endsWith('.visualstudio.com') ? 'dev.azure.com' : host)

/** Parses `https://`, `ssh://`, `git://` and `git@host:path` addresses; null for local paths and anything else. */
export function readRemote(address: string): RemoteRepository | null {
  const parts = asUrl(address.trim()) ?? asScp(address.trim())
  if (parts === null) return null
  const host = ALIASES[parts.host] ?? parts.host
  const path = parts.path.replace(/^\/+|(?<!\/)\/+$/g, '').replace(/\.git$/, '')
  if (path === '' || /[\s\0]/.test(path)) return null
  return (
    azureRemote(host, path) ??
    bitbucketServerRemote(parts.origin, host, path) ??
    plainRemote(parts.origin, host, path)
  )
}

interface AddressParts {
  host: string
  path: string
  origin: string | null
}

const WEB_PROTOCOLS = new Set(['http:', 'https:'])
const GIT_PROTOCOLS = new Set(['ssh:', 'git:', 'git+ssh:', 'ssh+git:'])

function asUrl(address: string): AddressParts | null {
  if (!/^[a-z+]+:\/\//i.test(address)) return null
  const url = URL.parse(address)
  if (url === null || url.hostname === '') return null
  const path = decoded(url.pathname)
  if (WEB_PROTOCOLS.has(url.protocol))
    return { host: url.host, path, origin: `${url.protocol}//${ALIASES[url.host] ?? url.host}` }
  if (!GIT_PROTOCOLS.has(url.protocol)) return null
  return { host: url.hostname, path, origin: webOriginOf(url.hostname) }
}

/** Parses `user@host:owner/name`. A single letter before the colon is a Windows drive, and text with a slash before it is a path. */
function asScp(address: string): AddressParts | null {
  const match = /^(?:[^@/\s]+@)?([\w.-]{2,}):(?!\/\/)(?=.+\/.)(.+)/.exec(address)
  if (!match?.[1] || !match[2] || match[1].startsWith('-')) return null
  const host = match[1].toLowerCase()
  return { host, path: match[2], origin: webOriginOf(host) }
}

/** The web address of a host; null for a name without a dot, which is an alias in somebody's SSH configuration. */
const webOriginOf = (host: string) => (host.includes('.') ? `https://${ALIASES[host] ?? host}` : null)

const plainRemote = (origin: string | null, host: string, path: string): RemoteRepository => ({
  host,
  repo: path,
  url: origin && `${origin}/${encoded(path)}`,
})

/** Parses an address of Azure DevOps, which leaves out the project if the repository has the same name. */
function azureRemote(host: string, path: string): RemoteRepository | null {
  const old = /^([\w-]+)\.visualstudio\.com$/.exec(host)?.[1]
  if (host !== 'dev.azure.com' && old === undefined) return null
  const whole = old === undefined ? path : `${old}/${path.replace(/^DefaultCollection\//, '')}`
  const match = /^(?:v3\/)?([^/]+)\/(?:(?!_git\/)([^/]+)\/)?(?:_git\/)?([^/]+)$/.exec(whole)
  if (!match) return null
  const [, organisation, project = match[3], name] = match
  const url = `https://dev.azure.com/${encoded(`${organisation}/${project}`)}/_git/${encoded(`${name}`)}`
  const repo = project === name ? `${organisation}/${name}` : `${organisation}/${project}/${name}`
  return { host: 'dev.azure.com', repo, url }
}

/** Parses an address of Bitbucket Server: clone address `/scm/KEY/name`, web page `/projects/KEY/repos/name`. */
function bitbucketServerRemote(origin: string | null, host: string, path: string): RemoteRepository | null {
  const match = /^scm\/([^/]+)\/([^/]+)$/.exec(path)
  if (!match) return null
  const [, key, name] = match
  const url = origin && `${origin}/projects/${encoded(`${key}`)}/repos/${encoded(`${name}`)}`
  return { host, repo: `${key}/${name}`, url }
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

type Forge = 'github' | 'gitlab' | 'forgejo' | 'bitbucket' | 'azure'

/** The paths below the repository's page, for each kind of code host. */
const PAGES: Record<Forge, { pull(number: number): string; commit(hash: string): string }> = {
  github: { pull: number => `/pull/${number}`, commit: hash => `/commit/${hash}` },
  gitlab: { pull: number => `/-/merge_requests/${number}`, commit: hash => `/-/commit/${hash}` },
  forgejo: { pull: number => `/pulls/${number}`, commit: hash => `/commit/${hash}` },
  bitbucket: { pull: number => `/pull-requests/${number}`, commit: hash => `/commits/${hash}` },
  azure: { pull: number => `/pullrequest/${number}`, commit: hash => `/commit/${hash}` },
}

const FORGE_BY_HOST: [RegExp, Forge][] = [
  [/(^|[.-])github\./, 'github'],
  [/(^|[.-])gitlab\.|^salsa\.debian\.org$|^invent\.kde\.org$/, 'gitlab'],
  [/^codeberg\.org$|(^|[.-])(gitea|forgejo)\./, 'forgejo'],
  [/(^|[.-])bitbucket\./, 'bitbucket'],
  [/^dev\.azure\.com$/, 'azure'],
]

/** The kind of host that a landing style implies. Squash merges and trailers imply none. */
const FORGE_BY_STYLE: Partial<Record<LandingStyle, Forge>> = {
  'github-merge': 'github',
  'gitlab-merge': 'gitlab',
  'forgejo-merge': 'forgejo',
  'bitbucket-merge': 'bitbucket',
  'azure-merge': 'azure',
}

/** Web addresses of pull requests and commits; null when the kind of host is unknown. */
export interface WebAddresses {
  pull(number: number): string | null
  commit(hash: string): string | null
}

export function webAddressesOf(
  remote: Pick<RemoteRepository, 'host' | 'url'>,
  style: LandingStyle | null,
): WebAddresses {
  const named = FORGE_BY_HOST.find(([name]) => name.test(remote.host))?.[1]
  const forge = named ?? (style === null ? undefined : FORGE_BY_STYLE[style])
  if (forge === undefined || remote.url === null) return { pull: () => null, commit: () => null }
  const { pull, commit } = PAGES[forge]
  return { pull: number => `${remote.url}${pull(number)}`, commit: hash => `${remote.url}${commit(hash)}` }
}
