import { BACKSTAGE, roleOf } from '#judgement/classification/features/file-role.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

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
const VERSION =
  /(?:^|[/._-])version\w{0,8}\.\w{1,8}$|__(?:init|about|version)__\.py$|(?:^|\/)(?:manifest\.json|chart\.yaml)$/i
interface Work {
  says: RegExp
  /** Can hardly be said of a feature: enough where the files are unknown, and for releases, which carry the files of others. */
  plainly: RegExp
  fits: (path: string) => boolean
}
/**
 * What a program says that it did, where its name tells nothing of its work, as that of a pipeline does. A coding agent may write the same
 * of a feature, so it counts only where every file fits.
 */
const WORKS: Record<Upkeep, Work> = {
  translations: {
    says: /^(?:update|sync|import|download|new|pull)\b.{0,40}\b(?:translations?|locali[sz]ations?|l10n|locales?|strings)\b|\b(?:crowdin|weblate|transifex)\b/i,
    plainly:
      /^(?:(?:update|sync|new|pull|download) (?:(?:new|latest|all|the|crowdin|weblate|transifex) ){0,2}(?:translations|l10n|locali[sz]ations|locales)(?: from \S+)?$|new crowdin updates?\b|translat\w+ (?:using|updates? from) (?:hosted )?weblate\b)/i,
    fits: path =>
      roleOf(path) === 'translation' || /\b(?:strings|messages)\/.{0,200}\.(?:json|ya?ml|xml)$/i.test(path),
  },
  dependencies: {
    says: /^(?:auto-?)?(?:bump|upgrade|update|pin|roll|lock)\b(?:.{0,40}\b(?:dependenc\w+|deps|lock-?files?|actions|submodules?)\b| the \S+ group\b|(?: \S+){1,3} (?:from |to )?(?:v\d|\d+\.\d|digest\b|[0-9a-f]{7,40}\b)|\s\S+ from \d)|^lock file maintenance/i,
    plainly:
      /^(?:(?:bump|upgrade|update|pin|lock) (?:(?:all|dev|npm) ){0,2}(?:dependenc(?:y \S+ to \S*\d|ies$)|deps$|lock-?files?$|the \S+ group\b.{0,40} updates?\b)|(?:bump|upgrade|update) (?:\S+ from v?\d+\.\d+\.\d|[\w@.-]+\/\S+ from v?\d)|lock file maintenance)/i,
    fits: path => BACKSTAGE.has(roleOf(path)),
  },
  releases: {
    says: /^(?:(?:prepare |create |cut |tag |new |bump )?(?:the )?(?:release|version)s?\b(?: (?:to|for|of|branch|main))?(?: [^\s\d]*\d\S*)?$|publish(?: [^\s\d]*\d\S*)?$|(?:update|generate) (?:the )?(?:change-?log|release notes))/i,
    plainly:
      /^(?:version packages(?: \(\S+\))?$|(?:(?:prepare|create|cut|tag|new|bump) )?(?:the )?(?:release|version|publish)(?: (?:to|for|of))? [^\s.]{0,20}\.\d\S{0,30}$|update (?:the )?(?:change-?log|release notes)(?: for v?\d\S*)?$|v?\d+\.\d+\.\d\S*$|(?:(?:back|forward)-?port|cherry-?pick)\b.{0,80}(?:#\d|\b[0-9a-f]{7,40}\b)|merge branch \W?\S+ (?:of|in)|merge (?:queue|group):)/i,
    fits: path => BACKSTAGE.has(roleOf(path)) || VERSION.test(path),
  },
}
const PREFIX = /^(?:\W{0,8}\w+(?:\([^()]{0,80}\))?!?:\s|\[[^[\]]{0,40}\]\s)/
const NAMED = /\[bot\]$|[-_ ]bot$|^bot-/i

type Made = Partial<Pick<MergedPull, 'author' | 'authorIsBot' | 'title' | 'files'>>

/**
 * The upkeep that a robot did; null for what people merge, and for the change of any other program, which is judged like one of theirs.
 */
export function upkeepOf({ author, authorIsBot, title = '', files = [] }: Made): Upkeep | null {
  const name = author ?? ''
  const [, named = null] = ROBOTS.find(([robot]) => robot.test(name)) ?? []
  const isRobot = authorIsBot === true || NAMED.test(name)
  if (named !== null && (isRobot || named === 'dependencies')) return named
  if (!isRobot) return null
  const said = title.trim().replace(PREFIX, '')
  const isDone = (upkeep: Upkeep): boolean => {
    const { says, plainly, fits } = WORKS[upkeep]
    if ((files.length === 0 || upkeep === 'releases') && plainly.test(said)) return true
    return files.length > 0 && says.test(said) && files.every(({ path }) => fits(path))
  }
  return (Object.keys(WORKS) as Upkeep[]).find(isDone) ?? null
}
