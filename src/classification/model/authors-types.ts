/** Types that authors put in front of their titles, https://www.conventionalcommits.org. */
export const AUTHORS_TYPES = [
  'feat',
  'fix',
  'perf',
  'refactor',
  'docs',
  'test',
  'chore',
  'build',
  'ci',
] as const
export type AuthorsType = (typeof AUTHORS_TYPES)[number]
