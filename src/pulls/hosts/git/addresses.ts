import type { Style } from './landing.ts'
import type { RemotePlace } from './remote.ts'

/** How a kind of code host lays out its pages, below the repository's. */
interface Pages {
  pull(number: number): string
  commit(hash: string): string
}

type Forge = 'github' | 'gitlab' | 'forgejo' | 'bitbucket' | 'azure'

const PAGES: Record<Forge, Pages> = {
  github: { pull: number => `/pull/${number}`, commit: hash => `/commit/${hash}` },
  gitlab: { pull: number => `/-/merge_requests/${number}`, commit: hash => `/-/commit/${hash}` },
  forgejo: { pull: number => `/pulls/${number}`, commit: hash => `/commit/${hash}` },
  bitbucket: { pull: number => `/pull-requests/${number}`, commit: hash => `/commits/${hash}` },
  azure: { pull: number => `/pullrequest/${number}`, commit: hash => `/commit/${hash}` },
}

const NAMES: [RegExp, Forge][] = [
  [/(^|[.-])github\./, 'github'],
  [/(^|[.-])gitlab\.|^salsa\.debian\.org$|^invent\.kde\.org$/, 'gitlab'],
  [/^codeberg\.org$|(^|[.-])(gitea|forgejo)\./, 'forgejo'],
  [/(^|[.-])bitbucket\./, 'bitbucket'],
  [/^dev\.azure\.com$/, 'azure'],
]

/** What a way of landing tells of the host; a squash or a trailer tells nothing. */
const HABITS: Partial<Record<Style, Forge>> = {
  'github-merge': 'github',
  'gitlab-merge': 'gitlab',
  'forgejo-merge': 'forgejo',
  'bitbucket-merge': 'bitbucket',
  'azure-merge': 'azure',
}

/** Writes the addresses of pull requests and commits; null where the host, and so their form, is not known. */
export interface Addresses {
  pull(number: number): string | null
  commit(hash: string): string | null
}

export function addressesOf(place: Pick<RemotePlace, 'host' | 'url'>, style: Style | null): Addresses {
  const named = NAMES.find(([name]) => name.test(place.host))?.[1]
  const forge = named ?? (style === null ? undefined : HABITS[style])
  if (forge === undefined || place.url === null) return { pull: () => null, commit: () => null }
  const { pull, commit } = PAGES[forge]
  return { pull: number => `${place.url}${pull(number)}`, commit: hash => `${place.url}${commit(hash)}` }
}
