import { memoize } from '#platform/cache.ts'
import NAMES from './role-names.json' with { type: 'json' }

/**
 * The part a file plays in a repository, by its path alone, as the object of a sentence. A path has one role: the first of these that fits,
 * so a picture in the documentation is documentation and a test of a migration is a test.
 */
export const ROLE_PHRASES = {
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
} as const
export type FileRole = keyof typeof ROLE_PHRASES

const table = (lists: Record<string, string>): ReadonlyMap<string, FileRole> =>
  new Map(
    Object.entries(lists).flatMap(([role, list]) =>
      list.split(' ').map(name => [name, role as FileRole] as const),
    ),
  )

/** Names of folders wherever in the path, whole names of files, and last endings without the dot; lower-case. */
const FOLDERS = table(NAMES.folders)
const FILES = table(NAMES.files)
const ENDINGS = table(NAMES.endings)

/** Patterns of file names in lower case, tried in this order where neither the whole name nor its ending tells the role. */
const PATTERNS: readonly [RegExp, FileRole][] = [
  [/[._-](?:pb|generated|gen|g|freezed)\.(?:go|ts|js|py|rb|rs|dart|cs|kt|java|h|cc)$/, 'generated'],
  [/_pb2(?:_grpc)?\.pyi?$|\.pb\.\w+$|^zz_generated|\.min\.(?:js|css)$|\.designer\.cs$/, 'generated'],
  [/[._-](?:tests?|e2e|cy|fixtures?|mocks?)\.[a-z0-9.]{1,20}$|_(?:test|mock)s?\.\w+$|^mock_\w+\.go$/, 'test'],
  [/[._-]specs?\.(?:[cm]?[jt]sx?|rb|py|dart|lua|php|exs?|cr|vue)$/, 'test'],
  [/\.(?:snap|unit|integration)\.[a-z0-9.]{1,20}$/, 'test'],
  [/^(?:test|spec|mock)_[^/]*\.\w+$|^conftest\.py$|\.t$/, 'test'],
  [/^(?:docker-compose|compose)[^/]*\.ya?ml$|^dockerfile|\.dockerfile$/, 'build'],
  [/\.(?:stories|story|sample|example)\.[a-z]+$/, 'example'],
  [/^(?:vite|vitest|jest|webpack|rollup|tsup|babel|esbuild|postcss)[a-z.-]*\.config\.[a-z]+$/, 'tooling'],
  [/^(?:tailwind|eslint|prettier|playwright|cypress|karma)[a-z.-]*\.config\.[a-z]+$/, 'tooling'],
  [/^(?:next|nuxt|svelte|astro)[a-z.-]*\.config\.[a-z]+$/, 'tooling'],
  [/^tsconfig.*\.json$|^\.(?:eslint|prettier|stylelint|env\.)/, 'tooling'],
  [/^(?:requirements|constraints)[a-z_.-]*\.(?:txt|in)$|\.gemspec$/, 'dependencies'],
  [/^(?:changelog|release[-_]notes?)[^/]*\.(?:md|rst|txt|adoc)$/, 'release'],
  [/(?:^|[._-])bench(?:mark)?s?[._]/, 'benchmark'],
  [/^(?:messages|client|server)\.[a-z]{2}(?:[_-][a-z]{2,4})?\.(?:ya?ml|json|properties|xml)$/, 'translation'],
  [/^(?:strings|plurals)\.xml$/, 'translation'],
  [/^(?:licen[cs]e|copying|notice|authors|readme)[-_.]/, 'documentation'],
  [/^\./, 'tooling'],
]

/** Java, Kotlin, Swift and C# mark a test at the end of a class's name; there only the capital tells it from "latest". */
const TEST_CLASS =
  /(?:Tests?|Spec|IT|TestCase|Mock|Fixture)\.(?:java|kt|kts|swift|cs|scala|groovy|php|m|mm|cpp|cc)$/

export const FILE_ROLES = Object.keys(ROLE_PHRASES) as FileRole[]

/** Roles whose files no customer of a product meets. */
export const BACKSTAGE: ReadonlySet<FileRole> = new Set(
  'vendored generated ci test documentation example lockfile release benchmark dependencies tooling build'.split(
    ' ',
  ) as FileRole[],
)

/**
 * Roles that a folder's name gives only at the top of a repository or of one of its packages: further down, `tools`, `build` or
 * `scripts` is a part of the product, as a compiler has a `src/build`.
 */
const WORKSHOP: ReadonlySet<FileRole> = new Set<FileRole>(['ci', 'tooling', 'build', 'release', 'vendored'])
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

export const roleOf = memoize((path): FileRole => {
  const lower = path.toLowerCase()
  const end = path.lastIndexOf('/') + 1
  return firstOf(roleOfFolders(lower.slice(0, end), lower), roleOfName(path.slice(end)))
}, PATHS_KEPT)

/** The role that comes first in `FILE_ROLES`, of two. */
const firstOf = (a: FileRole, b: FileRole): FileRole =>
  FILE_ROLES.indexOf(a) <= FILE_ROLES.indexOf(b) ? a : b

function roleOfFolders(folder: string, path: string): FileRole {
  const folders = folder.split('/')
  const top = WORKSPACES.has(folders[0] ?? '') ? 2 : 0
  const helpers = folder.length < LONGEST && PUBLISHED_HELPERS.test(folder)
  return folders.reduce<FileRole>((role, name, depth) => {
    const own = FOLDERS.get(name) ?? 'other'
    if (WORKSHOP.has(own) && depth > top && !name.startsWith('.')) return role
    if (own === 'test' && helpers && !PLAINLY_TESTS.has(name)) return role
    if (FACES.has(name) && (depth > top || !OF_BROWSERS.test(path))) return firstOf(role, 'source')
    return firstOf(role, own)
  }, 'other')
}

function roleOfName(written: string): FileRole {
  if (TEST_CLASS.test(written)) return 'test'
  const name = written.toLowerCase()
  return (
    FILES.get(name) ??
    PATTERNS.find(([form]) => form.test(name))?.[1] ??
    ENDINGS.get(name.slice(name.lastIndexOf('.') + 1)) ??
    'other'
  )
}
