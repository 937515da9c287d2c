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

/** "CI workflows, tests and documentation"; of many the two with the most files. */
export function areaNames(roles: readonly Role[], filesIn: (role: Role) => number): string {
  if (roles.length > LISTED) {
    const most = roles.toSorted((a, b) => filesIn(b) - filesIn(a)).slice(0, LISTED - 1)
    return `${most.map(phrase).join(', ')} and the like`
  }
  const names = roles.map(phrase)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
