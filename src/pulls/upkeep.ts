import type { MergedPull } from './pull-request.ts'

/** The work of robots that do only one kind of work. */
export type Upkeep = 'dependencies' | 'translations' | 'releases'

/** Robots that do nothing else, by name. A merge queue brings the changes of others. */
const ROBOTS: readonly [RegExp, Upkeep][] = [
  [/weblate|crowdin|transifex|lokalise|localazy|translat|l10n|i18n/i, 'translations'],
  [
    /(?<![a-z])(?:dependabot|renovate|greenkeeper|snyk|pyup|depfu|scala-steward|mend-(?:bolt|for|renovate)|updatecli|pre-commit-ci|imgbot)(?:bot)?(?![a-z])/i,
    'dependencies',
  ],
  [
    /release|changeset|\bbors\b|mergify|merge-queue|kodiak|bulldozer|trunk-io|homu|auto-?merge|backport|cherry-?pick/i,
    'releases',
  ],
]
/** What a program says that it did, where its name tells nothing of its work, as that of a pipeline does. */
const WORKS: readonly [RegExp, Upkeep][] = [
  [
    /^(?:update|sync|import|download|new|pull)\b.{0,40}\b(?:translations?|locali[sz]ations?|l10n|locales?|strings)\b|\b(?:crowdin|weblate|transifex)\b/i,
    'translations',
  ],
  [
    /^(?:auto-?)?(?:bump|upgrade|update|pin|roll|lock)\b(?:.{0,40}\b(?:dependenc\w+|deps|lock-?files?|actions|submodules?)\b| the \S+ group\b|(?: \S+){1,3} (?:from |to )?(?:v\d|\d+\.\d|digest\b|[0-9a-f]{7,40}\b)|\s\S+ from \d)|^lock file maintenance/i,
    'dependencies',
  ],
  [
    /^(?:version packages|(?:chore: )?(?:prepare |create |cut |tag |new |bump )?(?:the )?(?:release|version)s?\b(?: (?:to|for|of|branch|main))?(?: \S*\d\S*)?$|publish(?: \S*\d\S*)?$|(?:update|generate) (?:the )?(?:change-?log|release notes)|v?\d+\.\d+\.\d\S*$|(?:back|forward)-?port\b|cherry-?pick\b|merge (?:branch|queue|group)\b)/i,
    'releases',
  ],
]
const PREFIX = /^(?:\W{0,8}\w+(?:\([^()]{0,80}\))?!?:\s|\[[^[\]]{0,40}\]\s)/
const NAMED = /\[bot\]$|[-_ ]bot$|^bot-/i

type Made = Partial<Pick<MergedPull, 'author' | 'authorIsBot' | 'title'>>

/**
 * The upkeep that a robot did; null for what people merge, and for the change of any other program, which is judged like one of theirs.
 */
export function upkeepOf({ author, authorIsBot, title = '' }: Made): Upkeep | null {
  const name = author ?? ''
  const [, named = null] = ROBOTS.find(([robot]) => robot.test(name)) ?? []
  const isRobot = authorIsBot === true || NAMED.test(name)
  if (named !== null && (isRobot || named === 'dependencies')) return named
  const said = title.trim().replace(PREFIX, '')
  return isRobot ? (WORKS.find(([work]) => work.test(said))?.[1] ?? null) : null
}
