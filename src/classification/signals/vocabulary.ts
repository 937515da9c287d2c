import type { Kind } from '../classification.ts'

/** What one of the words means that teams sort their changes by, in titles, labels, fragments and trailers alike. */
export interface Meaning {
  /** Null where the word tells of visibility only. */
  kind: Kind | null
  /** Whether a change of this sort is meant for customers to hear of. */
  told: boolean
  breaking: boolean
}

const words = (text: string) => text.trim().split(/\s+/)

/** Written as `kindWord` folds them: lower-case, joined by hyphens. */
const KIND_WORDS: Record<Kind, string> = {
  feature: `
    feature features feat feats new new-feature new-features added add adds addition additions story epic
    major-changes major-change release-feature introduced introduce highlight highlights`,
  improvement: `
    improvement improvements improve improved enhancement enhancements enhance enhanced change changed
    changes update updated updates tweak tweaks minor-changes minor-change ux ui a11y accessibility copy
    polish usability quality-of-life design modified`,
  fix: `
    fix fixes fixed fixing bugfix bugfixes bug-fix bug-fixes bug bugs bug-report hotfix hot-fix regression
    patch defect crash`,
  performance: 'perf performance performances optimization optimisation optimize speed speedup',
  security: 'security sec vulnerability security-fix security-fixes cve',
  deprecation: 'deprecation deprecations deprecate deprecated deprecates deprecated-features',
  removal: 'removal removals removed remove remove-feature removed-features',
  documentation: 'documentation docs doc docs-only readme documented adr rfc document',
  maintenance: `
    maintenance misc miscellaneous dev develop internal internals trivial chore chores task housekeeping
    cleanup clean-up refactor refactoring refactors refact refactored ref style styles lint linting format
    formatting test tests testing ci cd ci-cd build builds build-system wip tooling tools infra
    infrastructure dependency dependencies deps dependency-update dependency-updates dependencies-update
    bump release releases version vendor tech-debt technical-debt debt meta repo workflow workflows
    flaky-test flaky flake e2e spec specs types typing tidy ops devops config chore-deps code-quality
    developer-experience dx typo typos under-the-hood qa no-op eng i18n l10n translations packaging tools-demos skip
    contrib contributor contributors contributing`,
}

/** Words that say that customers should hear of it, though not what kind it is. */
const TOLD = `other docker upgrade upgrades known-issue known-issues issues critical user-facing library core-and-builtins c-api
  windows macos idle notice sdk api prelude migration`

const BREAKING =
  'breaking breaking-change breaking-changes breaking-api backwards-incompatible incompatible api-breaking semver-major'

const UNTOLD: ReadonlySet<Kind> = new Set<Kind>(['documentation', 'maintenance'])

const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...Object.entries(KIND_WORDS).flatMap(([kind, list]) =>
    words(list).map(word => [word, meaningOf(kind as Kind)] as const),
  ),
  ...words(TOLD).map(word => [word, { kind: null, told: true, breaking: false }] as const),
  ...words(BREAKING).map(word => [word, { kind: null, told: true, breaking: true }] as const),
])

function meaningOf(kind: Kind): Meaning {
  return { kind, told: !UNTOLD.has(kind), breaking: false }
}

/** Null for a word that is in nobody's vocabulary. */
export const meaningOfWord = (word: string): Meaning | null => MEANINGS.get(word) ?? null
