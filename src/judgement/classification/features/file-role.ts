import { memoize } from '#platform/cache.ts'
import { ENDINGS, FILES, FOLDERS, PATTERNS, ROLE_PHRASES, type Role, TEST_CLASS } from './role-names.ts'

export const ROLES = Object.keys(ROLE_PHRASES) as Role[]

/** Roles whose files no customer of a product meets. */
export const BACKSTAGE: ReadonlySet<Role> = new Set(
  'vendored generated ci test documentation example lockfile release benchmark dependencies tooling build'.split(
    ' ',
  ) as Role[],
)

/**
 * Roles that a folder's name gives only at the top of a repository or of one of its packages: further down, `tools`, `build` or
 * `scripts` is a part of the product, as a compiler has a `src/build`.
 */
const WORKSHOP: ReadonlySet<Role> = new Set<Role>(['ci', 'tooling', 'build', 'release', 'vendored'])
const WORKSPACES = new Set(['packages', 'apps', 'crates', 'modules', 'services', 'plugins'])

/** The longest path that is matched against the patterns below; no path of a product is longer. */
const LONGEST = 400
/** Test helpers that are published for others: `packages/testing/src`, `lib/acme/testing`, `lib/mock`. */
const PUBLISHED_HELPERS =
  /^(?:packages|modules|crates|libs?)\/(?:testing|test-utils|test-kit|testkit)\/(?:src|lib)\/|(?:^|\/)(?:src|lib)\/(?:[^/]+\/)*(?:testing|mock)\/(?!internal\/)/
const PLAINLY_TESTS = new Set(
  'test tests __tests__ __test__ spec specs fixtures __fixtures__ __mocks__ __snapshots__ e2e'.split(' '),
)
/** The user interface at the top of a repository; a part of a protocol further down or in a server's language. */
const FACES = new Set(['web', 'client'])
const OF_BROWSERS = /\.(?:[cm]?[jt]sx?|vue|svelte|s?css|less|html?|json|svg|png)$/

const PATHS_KEPT = 20_000

export const roleOf = memoize((path): Role => {
  const lower = path.toLowerCase()
  const end = path.lastIndexOf('/') + 1
  return firstOf(roleOfFolders(lower.slice(0, end), lower), roleOfName(path.slice(end)))
}, PATHS_KEPT)

/** The earlier of two in `ROLES`. */
const firstOf = (a: Role, b: Role): Role => (ROLES.indexOf(a) <= ROLES.indexOf(b) ? a : b)

function roleOfFolders(folder: string, path: string): Role {
  const folders = folder.split('/')
  const top = WORKSPACES.has(folders[0] ?? '') ? 2 : 0
  const helpers = folder.length < LONGEST && PUBLISHED_HELPERS.test(folder)
  return folders.reduce<Role>((role, name, depth) => {
    const own = FOLDERS.get(name) ?? 'other'
    if (WORKSHOP.has(own) && depth > top && !name.startsWith('.')) return role
    if (own === 'test' && helpers && !PLAINLY_TESTS.has(name)) return role
    if (FACES.has(name) && (depth > top || !OF_BROWSERS.test(path))) return firstOf(role, 'source')
    return firstOf(role, own)
  }, 'other')
}

function roleOfName(written: string): Role {
  if (TEST_CLASS.test(written)) return 'test'
  const name = written.toLowerCase()
  return (
    FILES.get(name) ??
    PATTERNS.find(([form]) => form.test(name))?.[1] ??
    ENDINGS.get(name.slice(name.lastIndexOf('.') + 1)) ??
    'other'
  )
}
