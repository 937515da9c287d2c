import { ENDINGS, FILES, FOLDERS } from './names.ts'
import { PATTERNS, TEST_CLASS } from './patterns.ts'
import { ROLES, type Role } from './role.ts'

/** Below one of these, `build`, `tools` or `scripts` is a part of the product: a compiler has a `src/build`. */
const PRODUCT_ROOTS: ReadonlySet<string> = new Set(['src', 'lib', 'app', 'core', 'internal', 'pkg'])
const WORKSHOP: ReadonlySet<Role> = new Set<Role>([
  'ci',
  'tooling',
  'build',
  'release',
  'vendored',
  'dependencies',
])

const PLACE: ReadonlyMap<Role, number> = new Map<Role, number>(ROLES.map((role, place) => [role, place]))
const placeOf = (role: Role): number => PLACE.get(role) ?? ROLES.length

/** The earlier in `ROLES` of two. */
const stronger = (a: Role, b: Role): Role => (placeOf(a) <= placeOf(b) ? a : b)

export function roleOf(path: string): Role {
  const parts = path.toLowerCase().split('/')
  const name = parts.pop() ?? ''
  return stronger(roleOfFolders(parts), TEST_CLASS.test(path) ? 'test' : roleOfName(name))
}

function roleOfFolders(folders: string[]): Role {
  let role: Role = 'other'
  let within = false
  for (const folder of folders) {
    const own = FOLDERS.get(folder) ?? 'other'
    if (!within || !WORKSHOP.has(own)) role = stronger(role, own)
    within ||= PRODUCT_ROOTS.has(folder)
  }
  return role
}

function roleOfName(name: string): Role {
  const whole = FILES.get(name)
  if (whole !== undefined) return whole
  const pattern = PATTERNS.find(([form]) => form.test(name))
  if (pattern !== undefined) return pattern[1]
  return ENDINGS.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'other'
}
