import type { Role } from '../paths/role.ts'

/** Each role as the object of a sentence. */
const PHRASES: Record<Role, string> = {
  vendored: 'vendored code',
  generated: 'generated files',
  ci: 'CI workflows',
  test: 'tests',
  documentation: 'documentation',
  example: 'examples',
  lockfile: 'lockfiles',
  release: 'release files',
  benchmark: 'benchmarks',
  translation: 'translations',
  dependencies: 'dependency lists',
  tooling: 'development tools',
  build: 'build files',
  migration: 'database migrations',
  style: 'style sheets',
  interface: 'the user interface',
  asset: 'images and other assets',
  source: 'product code',
  other: 'other files',
}

export const phrase = (role: Role): string => PHRASES[role]

const LISTED = 3

/** "CI workflows, tests and documentation"; of many the first three. */
export function areaNames(roles: readonly Role[]): string {
  const names = roles.map(phrase)
  if (names.length > LISTED) return `${names.slice(0, LISTED - 1).join(', ')} and the like`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
