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
export type Role = keyof typeof ROLE_PHRASES

const table = (lists: Record<string, string>): ReadonlyMap<string, Role> =>
  new Map(
    Object.entries(lists).flatMap(([role, list]) =>
      list.split(' ').map(name => [name, role as Role] as const),
    ),
  )

/** Names of folders wherever in the path, whole names of files, and last endings without the dot; lower-case. */
export const FOLDERS = table(NAMES.folders)
export const FILES = table(NAMES.files)
export const ENDINGS = table(NAMES.endings)

/** Of a file's name in lower case, where neither the whole name nor its ending tells; tried in this order. */
export const PATTERNS: readonly [RegExp, Role][] = [
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
export const TEST_CLASS =
  /(?:Tests?|Spec|IT|TestCase|Mock|Fixture)\.(?:java|kt|kts|swift|cs|scala|groovy|php|m|mm|cpp|cc)$/
