/** A repository of the trial, and how its team publishes notes. */
export interface TrialRepository {
  name: string
  owner: string
  notes: string
  /** Gives the git tag of a version. */
  tag: (version: string) => string
  /** The files that a release covers, in a repository of several packages; empty for all. */
  include: readonly string[]
}

/** The fifteen repositories of the trial, in the order of their names. */
export const REPOSITORIES: readonly TrialRepository[] = [
  { name: 'aiohttp', owner: 'aio-libs', notes: 'CHANGES.rst', tag: version => `v${version}`, include: [] },
  {
    name: 'astro',
    owner: 'withastro',
    notes: 'packages/astro/CHANGELOG.md',
    tag: version => `astro@${version}`,
    include: ['packages/astro/**'],
  },
  { name: 'black', owner: 'psf', notes: 'CHANGES.md', tag: version => version, include: [] },
  { name: 'httpx', owner: 'encode', notes: 'CHANGELOG.md', tag: version => version, include: [] },
  { name: 'nodebb', owner: 'NodeBB', notes: 'CHANGELOG.md', tag: version => `v${version}`, include: [] },
  { name: 'pip', owner: 'pypa', notes: 'NEWS.rst', tag: version => version, include: [] },
  {
    name: 'polaris',
    owner: 'Shopify',
    notes: 'polaris-react/CHANGELOG.md',
    tag: version => `@shopify/polaris@${version}`,
    include: ['polaris-react/**'],
  },
  { name: 'prettier', owner: 'prettier', notes: 'CHANGELOG.md', tag: version => version, include: [] },
  {
    name: 'pytest',
    owner: 'pytest-dev',
    notes: 'doc/en/changelog.rst',
    tag: version => version,
    include: [],
  },
  {
    name: 'svelte',
    owner: 'sveltejs',
    notes: 'packages/svelte/CHANGELOG.md',
    tag: version => `svelte@${version}`,
    include: ['packages/svelte/**'],
  },
  {
    name: 'tailwindcss',
    owner: 'tailwindlabs',
    notes: 'CHANGELOG.md',
    tag: version => `v${version}`,
    include: [],
  },
  {
    name: 'trigger.dev',
    owner: 'triggerdotdev',
    notes: 'packages/cli-v3/CHANGELOG.md',
    tag: version => `trigger.dev@${version}`,
    include: ['packages/cli-v3/**'],
  },
  { name: 'urllib3', owner: 'urllib3', notes: 'CHANGES.rst', tag: version => version, include: [] },
  {
    name: 'vite',
    owner: 'vitejs',
    notes: 'packages/vite/CHANGELOG.md',
    tag: version => `v${version}`,
    include: ['packages/vite/**'],
  },
  { name: 'werkzeug', owner: 'pallets', notes: 'CHANGES.rst', tag: version => version, include: [] },
]

const KEPT_APART = new Set(['nodebb', 'polaris', 'pytest', 'trigger.dev', 'werkzeug'])

/** Whether the repository is one of those that the rules were not tuned by. */
export const isKeptApart = (name: string): boolean => KEPT_APART.has(name)
