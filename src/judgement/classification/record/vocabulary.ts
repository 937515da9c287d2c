import type { Kind } from '../classification.ts'
import KIND_WORDS from './kind-words.json' with { type: 'json' }

/** What a word means by which teams sort their changes, in titles, labels, fragments and trailers alike. */
export interface Meaning {
  /** Null where the word tells only whether customers hear of the change. */
  kind: Kind | null
  /** Whether customers are meant to hear of a change of this sort. */
  told: boolean
  breaking: boolean
}

const UNTOLD: ReadonlySet<string> = new Set<Kind>(['documentation', 'maintenance'])

/** The meanings of words, in lower case and joined by hyphens as `kindWord` gives them. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(KIND_WORDS satisfies Record<Kind | 'untyped' | 'breaking', string>).flatMap(
    ([list, words]) => {
      const isKind = list !== 'untyped' && list !== 'breaking'
      const meaning = {
        kind: isKind ? (list as Kind) : null,
        told: !UNTOLD.has(list),
        breaking: list === 'breaking',
      }
      return words.split(' ').map(word => [word, meaning] as const)
    },
  ),
)

export const meaningOfWord = (word: string): Meaning | null => MEANINGS.get(word) ?? null

/** The meaning of a category in several words ("housekeeping-and-other-upkeep"): that of the first word with a meaning. */
export function meaningOfCategory(category: string): Meaning | null {
  const words = category.split(/[^\p{L}\d]+/u)
  if (/^(?:no|not|non)$/.test(words[0] ?? '')) return meaningOfWord('internal')
  return meaningOfWord(category) ?? words.map(meaningOfWord).find(meaning => meaning !== null) ?? null
}

/** Words that sort changes with some teams, and with most name a part of the product. */
const AREAS_TOO: ReadonlySet<string> = new Set(
  'ui ux a11y accessibility copy design usability i18n l10n api sdk docker windows macos types style'.split(
    ' ',
  ),
)
export const maybeArea = (word: string): boolean => AREAS_TOO.has(word)

/** The sorts of title types that differ in how often customers hear of them. */
type Sort =
  | Exclude<Kind, 'maintenance'>
  | ('chore' | 'refactor' | 'test' | 'ci' | 'build' | 'dependencies' | 'style')

const CHORES: [RegExp, Sort][] = [
  [/^(?:tests?|testing|e2e|qa|specs?|flak.*)$/, 'test'],
  [/^(?:ci|ci-cd|cd|workflows?)$/, 'ci'],
  [/^(?:refact\w*|ref|clean-?up|tidy|types|typing|debt|tech.*debt|code-quality)$/, 'refactor'],
  [/^(?:styles?|lint|linting|format|formatting|typos?)$/, 'style'],
  [/^(?:dep.*|bump|vendor)$/, 'dependencies'],
  [/^(?:builds?|build-system|packaging|releases?|version)$/, 'build'],
]

/** Which sort a type that `vocabulary.ts` knows belongs to. */
export function sortOfType(type: string): Sort {
  const kind = meaningOfWord(type)?.kind ?? 'improvement'
  if (kind !== 'maintenance') return kind
  return CHORES.find(([form]) => form.test(type))?.[1] ?? 'chore'
}

/** Parts of a repository that no customer meets, as scopes name them. */
type Area = 'ci' | 'tests' | 'documentation' | 'examples' | 'dependencies' | 'workshop'

const AREAS: [RegExp, Area][] = [
  [
    /^(?:ci|cd|ci\/cd|gha|github|\.github|github-actions|workflows?|pipelines?|buildkite|circleci|jenkins|renovate|dependabot|codeowners|bot|bk)$/,
    'ci',
  ],
  [
    /^(?:tests?|testing|e2e|unit|integration-tests?|fixtures?|mocks?|testutils?|flaky|qa|playwright|cypress|jest|vitest)$/,
    'tests',
  ],
  [
    /^(?:docs?|documentation|readme|contributing|website|site|guide|changelog|www|rfc|adr|www-docs|claude|agents)$/,
    'documentation',
  ],
  [/^(?:examples?|samples?|demos?|playgrounds?|storybook|starters?|sandbox)$/, 'examples'],
  [/^(?:deps|deps-dev|dev-deps|dependencies|dependency|go\.mod|lockfile)$/, 'dependencies'],
  [
    /^(?:repo|build|lint|linter|eslint|tools?|tooling|scripts?|release|releases|bench|benchmarks?|infra|devcontainer|make|makefile|dev|dx|monorepo|nix|internal|misc|chore|hack|contrib|automation|codegen|biome|ruff|mypy|clippy|rustfmt|oxlint|oxfmt|prettier|pre-commit|treefmt|typos|agents?-?md)$/,
    'workshop',
  ],
]

/** Null for a scope that may well be a part of the product. Of several scopes each must be such a part. */
export function areaOfScope(scope: string): Area | null {
  const areas = scope
    .split(/[,|&]\s*/)
    .map(part => AREAS.find(([form]) => form.test(part.trim()))?.[1] ?? null)
  return areas.every(area => area !== null) ? (areas[0] ?? null) : null
}
