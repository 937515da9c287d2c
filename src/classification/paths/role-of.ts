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
const stronger = (a: Role, b: Role): Role => (placeOf(a) <= placeOf(b) ? a : b)

/** Whether a folder says nothing without the name of the file in it. */
export const isPeculiar = (folder: string): boolean => PECULIAR.test(folder)

const PECULIAR = /(?:^|\/)(?:web|client|commands?)\/|create-|generator|cookiecutter/i

/** Of a path in a peculiar folder. */
export function roleOfWhole(path: string): Role {
  const lower = path.toLowerCase()
  if (lower.length < LONG && (BEGINNINGS.test(lower) || COMMANDS.test(lower))) return 'source'
  const end = path.lastIndexOf('/') + 1
  return stronger(roleOfFolders(lower.slice(0, end), lower), roleOfName(path.slice(end)))
}

/** No path of a product is longer; a stranger's must not keep a pattern busy. */
const LONG = 400

/** What a generator copies for its users is the product itself, whatever its files are named. */
const BEGINNINGS =
  /(?:^|\/)(?:create-[\w.-]+|[\w.-]*generators?|cookiecutter[\w.-]*)\/(?:[^/]+\/)*_?templates?(?:-[\w.-]+)?\//

/** A product may have a command that is named `test`. */
const COMMANDS =
  /^(?!.*[._-](?:tests?|spec)\.[a-z]+$)(?!(?:.*\/)?(?:tests?|specs?)\/.*commands?\/)(?:.*\/)?commands?\/tests?(?:\/|\.|_command)/

/** Helpers for tests that are published to be used, not tests: `packages/testing/src`, `lib/acme/testing`, `lib/mock`. */
const PUBLISHED_HELPERS =
  /^(?:packages|modules|crates|libs?)\/(?:testing|test-utils|test-kit|testkit)\/(?:src|lib)\/|(?:^|\/)(?:src|lib)\/(?:[^/]+\/)*(?:testing|mock)\/(?!internal\/)/
const PLAINLY_TESTS: ReadonlySet<string> = new Set(
  'test tests __tests__ __test__ spec specs fixtures __fixtures__ __mocks__ __snapshots__ e2e'.split(' '),
)

/** Names of a product's face at the top of a repository, and of a protocol's part further down or in a server's language. */
const FACES: ReadonlySet<string> = new Set(['web', 'client'])
const OF_BROWSERS = /\.(?:[cm]?[jt]sx?|vue|svelte|s?css|less|html?|json|svg|png)$/

/** Of any other folder, empty for the top. */
export function roleOfFolder(path: string): Role {
  const lower = path.toLowerCase()
  return roleOfFolders(lower, lower)
}

function roleOfFolders(folder: string, path: string): Role {
  const folders = folder.split('/')
  const top = WORKSPACES.has(folders[0] ?? '') ? 2 : 0
  const helpers = folder.length < LONG && PUBLISHED_HELPERS.test(folder)
  return folders.reduce<Role>((role, name, depth) => {
    const own = FOLDERS.get(name) ?? 'other'
    if (WORKSHOP.has(own) && depth > top && !name.startsWith('.')) return role
    if (own === 'test' && helpers && !PLAINLY_TESTS.has(name)) return role
    if (FACES.has(name) && (depth > top || !OF_BROWSERS.test(path))) return stronger(role, 'source')
    return stronger(role, own)
  }, 'other')
}

/** All at once, since most names fit none. */
const ANY_PATTERN = new RegExp(PATTERNS.map(([{ source }]) => source).join('|'))

/** Of a file's name alone. */
export function roleOfName(written: string): Role {
  if (TEST_CLASS.test(written)) return 'test'
  const name = written.toLowerCase()
  const whole = FILES.get(name)
  if (whole !== undefined) return whole
  const pattern = ANY_PATTERN.test(name) ? PATTERNS.find(([form]) => form.test(name)) : undefined
  if (pattern !== undefined) return pattern[1]
  return ENDINGS.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'other'
}
