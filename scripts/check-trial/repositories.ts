/** A repository of the trial, and how its team publishes notes. */
export interface TrialRepository {
  name: string
  notes: string
  /** A tag for a version. */
  tag: (version: string) => string
  /** Which files a release is about, in a repository of several packages. */
  include: readonly string[]
}

/** Ten repositories, by name. Every second one is kept apart: nothing was tuned by looking at it. */
export const REPOSITORIES: readonly TrialRepository[] = [
  { name: 'aiohttp', notes: 'CHANGES.rst', tag: version => `v${version}`, include: [] },
  {
    name: 'astro',
    notes: 'packages/astro/CHANGELOG.md',
    tag: version => `astro@${version}`,
    include: ['packages/astro/**'],
  },
  { name: 'black', notes: 'CHANGES.md', tag: version => version, include: [] },
  { name: 'httpx', notes: 'CHANGELOG.md', tag: version => version, include: [] },
  { name: 'pip', notes: 'NEWS.rst', tag: version => version, include: [] },
  { name: 'prettier', notes: 'CHANGELOG.md', tag: version => version, include: [] },
  {
    name: 'svelte',
    notes: 'packages/svelte/CHANGELOG.md',
    tag: version => `svelte@${version}`,
    include: ['packages/svelte/**'],
  },
  { name: 'tailwindcss', notes: 'CHANGELOG.md', tag: version => `v${version}`, include: [] },
  { name: 'urllib3', notes: 'CHANGES.rst', tag: version => version, include: [] },
  {
    name: 'vite',
    notes: 'packages/vite/CHANGELOG.md',
    tag: version => `v${version}`,
    include: ['packages/vite/**'],
  },
]

/** Whether the repository is one of those that the rules were not tuned by. */
export const isKeptApart = (name: string): boolean =>
  REPOSITORIES.findIndex(repository => repository.name === name) % 2 === 1
