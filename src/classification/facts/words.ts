/**
 * Words of a title that tell something, in groups that tell alike. A word is in one group; `verb:` weights hold for the word
 * that a title starts with, `word:` weights for one anywhere else.
 */
const GROUPS = {
  fix: `
    fix fixes fixed fixing bugfix hotfix resolve resolves resolved correct corrects corrected repair address
    addresses solve patch`,
  fault: `
    crash crashes crashing panic panics broken wrong wrongly incorrect incorrectly bug bugs regression failure
    failures failing failed fails fail leak leaks nil null undefined deadlock freeze frozen stuck hang hangs
    blank corrupt corrupted corruption missing unexpected invalid race flicker exception segfault overflow
    duplicate duplicated stale swapped`,
  guard: `
    prevent prevents avoid avoids ensure ensures handle handles ignore ignores skip skips respect respects honor honors
    honour honours
    preserve preserves restore restores properly correctly guard don't do-not stop should shouldn't
    always never`,
  add: `
    add adds added adding implement implements implemented introduce introduces introducing new create
    creates initial port`,
  enable: `
    support supports supporting allow allows allowing enable enables let lets can custom configurable
    configure option options optional setting settings ability toggle expose exposes customize customise
    override`,
  show: 'show shows display displays hide hides render renders highlight open close include',
  improve: `
    improve improves improved improving improvement improvements better enhance enhances enhancement
    enhancements polish tweak tweaks nicer adjust align increase extend expand`,
  speed: `
    perf performance faster fast speed speedup optimize optimise optimizes optimization optimizations cache
    caching memory reduce lazy slow efficient allocations cpu`,
  test: `
    test tests testing tested testsuite spec specs e2e flaky flake flakes coverage fixture fixtures mock
    mocks mocking stub unit vitest jest playwright cypress pytest testdata assertion
    assertions fuzz smoke qa`,
  tidy: `
    lint linter linting eslint prettier typo typos formatting format comment comments spelling wording
    whitespace imports style styles rubocop biome typecheck nit nits codeowners
    todo clippy ruff rustfmt gofmt oxfmt oxlint mypy pylint shellcheck spellcheck prettify sanitizer asan tsan
    ubsan msan valgrind autofix autofixes`,
  refactor: `
    refactor refactors refactored refactoring cleanup cleanups clean tidy tidies housekeeping chore extract extracts simplify simplifies move moves
    moved moving rename renames renamed split splits convert converts migrate migrates migration rewrite
    restructure reorganize reorganise consolidate dedupe deduplicate modernize unify decouple centralize
    isolate inline reuse abstract factor rework replace replaces`,
  docs: `
    docs doc document documents documented documentation readme guide guides tutorial clarify clarifies
    javadoc docstring docstrings jsdoc contributing overview howto rfc adr faq changelog
    license copyright`,
  ci: `
    ci workflow workflows pipeline pipelines buildkite circleci gha dependabot renovate runner runners
    artifact artifacts nightly cron backport automation codecov devcontainer makefile goreleaser prow
    jenkins`,
  ship: `
    release releases publish publishing version versions changeset canary prerelease changelogs packaging`,
  upgrade: `
    bump bumps bumped upgrade upgrades upgraded upgrading deps dep dependency dependencies pin pins pinned
    unpin lockfile vendor`,
  update: 'update updates updated updating change changes changed set sync refresh',
  remove: 'remove removes removed removing drop drops dropped delete deletes deleted',
  unused: 'unused unnecessary redundant dead obsolete leftover unneeded old legacy',
  deprecate: 'deprecate deprecates deprecated deprecating deprecation deprecations',
  guarded: 'security vulnerability vulnerabilities cve xss csrf ssrf rce redos sanitize sanitise exploit',
  make: `
    make makes use uses using switch pass set return returns check checks track validate run get apply start
    generate wrap`,
  screen: `
    ui ux button buttons page pages modal dialog icon icons menu sidebar layout dropdown color colors colour
    tooltip header footer mobile screen screens tab tabs popup toast banner scroll css dark theme font
    padding margin card cards list editor dashboard navigation toolbar checkbox form composer avatar text
    link links`,
  symptom: 'when if while during after before without instead unless being was is are not no only until',
  people: `
    user users customer customers admin admins member members team teams merchant organization organizations
    guest account accounts`,
  surface: `
    api endpoint endpoints command commands cli flag flags config configuration webhook webhooks plugin
    plugins provider providers integration export import notification notifications search email emails
    upload download token tokens oauth login auth session header headers query filter proxy tls dns metrics
    default`,
  platform: `
    windows macos linux safari firefox chrome ios android arm64 react vue node docker kubernetes azure aws
    cloudflare postgres mysql sqlite`,
  inside: `
    internal internals typescript type types typing typings class classes function functions helper helpers
    util utils hook hooks interface interfaces struct module modules component components logic code
    codebase codegen variable variables method methods debug debugging log logs logging script scripts repo
    repository local locally dev development setup tool tooling schema container interop telemetry
    instrumentation tracing`,
  example: `
    example examples demo demos template templates starter sample samples playground boilerplate skeleton
    storybook kitchen-sink website site blog`,
  small: 'minor small tiny slight quick trivial some misc various few several',
  partial: `
    wip part step prep preparation prepare preliminary scaffold scaffolding follow-up followup phase pt
    groundwork beginnings towards poc prototype`,
  gated: 'experimental behind feature-flag unreleased experiment preview beta alpha unstable flagged',
  revert: 'revert reverts reverted rollback undo',
} as const
export type WordGroup = keyof typeof GROUPS

export const WORD_GROUPS = Object.keys(GROUPS) as WordGroup[]

/** Of each word that tells something. */
export const GROUP_OF: ReadonlyMap<string, WordGroup> = new Map(
  WORD_GROUPS.flatMap(group => GROUPS[group].split(/\s+/).map(word => [word, group] as const)),
)
