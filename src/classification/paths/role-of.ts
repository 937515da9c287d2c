import { remembering } from '#kit/remembering.ts'
import { ENDINGS, FILES, FOLDERS } from './names.ts'
import { PATTERNS, TEST_CLASS } from './patterns.ts'
import { placeOf, type Role } from './role.ts'

/**
 * Roles that a folder's name gives only at the top of a repository or of one of its packages: further down, `tools`, `build` or
 * `scripts` is a part of the product, as a compiler has a `src/build`.
 */
const WORKSHOP: ReadonlySet<Role> = new Set<Role>(['ci', 'tooling', 'build', 'release', 'vendored'])
const WORKSPACES: ReadonlySet<string> = new Set([
  'packages',
  'apps',
  'crates',
  'modules',
  'services',
  'plugins',
])

/** The earlier in `ROLES` of two. */
export const stronger = (a: Role, b: Role): Role => (placeOf(a) <= placeOf(b) ? a : b)

const KEPT = 20_000

/** Folders and names recur, within a change and between changes: each is read once. */
export function roleOf(path: string): Role {
  const end = path.lastIndexOf('/') + 1
  return stronger(roleOfFolder(path.slice(0, end)), roleOfName(path.slice(end)))
}

/** Of a folder's path, empty for the top. */
export const roleOfFolder = remembering(path => {
  const folders = path.toLowerCase().split('/')
  const top = WORKSPACES.has(folders[0] ?? '') ? 2 : 0
  return folders.reduce<Role>((role, folder, depth) => {
    const own = FOLDERS.get(folder) ?? 'other'
    return WORKSHOP.has(own) && depth > top && !folder.startsWith('.') ? role : stronger(role, own)
  }, 'other')
}, KEPT)

/** Of a file's name alone. */
export const roleOfName = remembering((written): Role => {
  if (TEST_CLASS.test(written)) return 'test'
  const name = written.toLowerCase()
  const whole = FILES.get(name)
  if (whole !== undefined) return whole
  const pattern = PATTERNS.find(([form]) => form.test(name))
  if (pattern !== undefined) return pattern[1]
  return ENDINGS.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'other'
}, KEPT)
