/**
 * What part a file plays in a repository, by its path alone. A path has one role: the first of this list that fits, so that a
 * picture in the documentation is documentation and a test of a migration is a test.
 */
export const ROLES = [
  'vendored',
  'generated',
  'ci',
  'test',
  'documentation',
  'example',
  'lockfile',
  'release',
  'benchmark',
  'translation',
  'dependencies',
  'tooling',
  'build',
  'migration',
  'style',
  'interface',
  'asset',
  'source',
  'other',
] as const
export type Role = (typeof ROLES)[number]

const PLACES: ReadonlyMap<Role, number> = new Map(ROLES.map((role, place) => [role, place]))
/** Among `ROLES`. */
export const placeOf = (role: Role): number => PLACES.get(role) ?? ROLES.length

/** Roles whose files no customer of a product meets. */
export const BACKSTAGE: ReadonlySet<Role> = new Set<Role>([
  'vendored',
  'generated',
  'ci',
  'test',
  'documentation',
  'example',
  'lockfile',
  'release',
  'benchmark',
  'dependencies',
  'tooling',
  'build',
])
