import { singleSpaced } from '#platform/text.ts'
import { isOrder, verbOf } from '../text/verbs.ts'
import { LOWER_TICKET, TICKETED } from './references.ts'

/** A title without what precedes its sentence. */
interface BareTitle {
  text: string
  /** The prefix said that something was mended. */
  isFix: boolean
}

const FIXES = new Set('fix fixes fixed bug bugfix hotfix bug-fix'.split(' ').concat('bug fix'))
/** Types of conventional commits and their kin. Of "Removed: …" nothing goes but the colon, because the verb says what was done. */
const TYPES = new Set(
  `a11y breaking build chore chores ci clean cleanup copy deps dev development doc docs documentation e2e enh enhance enhancement feat
    feature features fixup i18n impr improvement improvements l10n lint maint minor misc new other perf performance polish refact refactor
    refactoring release sec security style task test testing tests tweak typo ui ux website wip`
    .split(/\s+/)
    .concat(...FIXES, 'breaking change', 'breaking changes', 'breaking-change'),
)
const DEED =
  /^(add|bump|change|deprecate|improve|remove|rename|update|upgrade)(e?d)?(?:\([^()]{1,60}\))?!?: (?=\S)/i
/** Nouns for deeds, in front of what they were done to. */
const DEEDS: Record<string, string> = { deprecation: 'Deprecate', removal: 'Remove' }

const TYPED = [
  /^([a-z][a-z0-9]*(?:[ -](?:fix|changes?))?) ?(?:!(?=\())?(?:\([^()]{0,200}\))?(?:\[[^[\]]{0,80}\])? ?!? ?:(?!:) ?(?=\S)/i,
  /^(feat|fix|chore|refactor|perf|docs|test|style|build|ci)\([^()]{1,60}\)!?(?:\s+[-–—])?\s+(?=\S)/i,
  /^(feat|fix|chore|refactor|perf|docs|test|build|ci)\s+[-–—]{1,2}\s+(?=\S)/i,
  /^\(([a-z]+)\)!?:?\s+(?=\S)/i,
]
/** Any word with a scope in brackets is a type, of whatever convention. */
const SCOPED = /^[a-z][\w-]*\([^()]{1,200}\)!?:\s*(?=\S)/i
const TAG =
  /^(?:\((?:[A-Z][A-Za-z ]{1,24}|v?\d+(?:\.\w+)+)\)(?= [A-Z])|\[[^[\]]{1,48}\](?!\()|【[^】]{1,48}】) ?[:\-–|]? ?(?=\S)/
const PATH_SCOPE = /^@?(?=[\w-]*[/.])[\w./-]+: (?=\S)/
/** A scope in brackets behind a type: "fix: (tabs) move to the next one". */
const BRACKETED = /^\([a-z][\w./, -]{0,60}\) (?=\S)/
const SCOPE = /^([a-z0-9][\w.*&+/-]*(?:(?:, ?|(?: \/)? )[\w.*&+/][\w.*&+/-]*){0,2}): (?=\S)/
/** What says where the work stands, and what it is called elsewhere. */
const MARKS = [
  /^(?:(?:fixup|squash|amend)! )+(?=\S)/i,
  /^BREAKING(?:[ -]CHANGES?)? (?!CHANGES?\b|[:–-])(?=\S+ \S)|^[Bb](?:REAKING|reaking)(?: [Cc]hanges?)? ?[–-] (?=\S+ \S)/,
  /^(?:[([]? ?(?:wip|draft|rfc|poc|dnm|do not merge) ?[)\]]? ?[:\-–]|[([] ?(?:wip|draft) ?[)\]]) ?/i,
  /^(?:(?::[a-z0-9_+-]{2,40}:|(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}))\s*)+(?=\S)/u,
  TICKETED,
  new RegExp(
    String.raw`^(?:\(${LOWER_TICKET}\)|\[${LOWER_TICKET}\]|${LOWER_TICKET}(?= ?[–—|;,-] )) ?(?:[:|;,–—-] )?(?=\S+ \S)`,
  ),
  /^(?:(?:auto(?:mated)?|manual)[- ])?(?:back-?port|(?:forward|fwd)[- ]?port|cherry[- ]?pick|uplift|bp(?= #)|cp(?=:))(?:ed)?(?: (?:of|from))?(?: (?:pr )?#\d+){0,9}(?: (?:(?:on|to|onto|into)(?: branch)? )?(?=\S{0,30}\d)\S{1,60}?| (?:on|to|onto|into) \S+)?(?:: ?|(?<=#\d+) )(?!(?:on|onto|to|into|from) )(?=\p{L})/iu,
  /^(?:(?:issue|pr|gh|ticket|fix(?:e[sd])?|close[sd]?|resolve[sd]?|follow-? ?up(?: to| for)?)(?: ?-|:)? ?)?[([]?#\d+[\])]?(?: ?(?:[:,|–—]|-{1,2}) ?|\.? )(?=\S)/i,
  /^(?:bug|feature|issue|pbi|story|task|ticket|user story) #?\d{2,7}: ?(?=\S)/i,
  // The number of an issue, if it is no year: "5128 - show dates".
  /^(?!(?:19|20)\d\d )\d{4,6} [-–—] (?=[^\d\s]\S* \S)/,
  // What separated an emoji or a number from the title.
  /^[–—:|] ?(?=\p{L})/u,
  // The scope as git-cliff writes it: "*(client)* show dates".
  /^\*\([^()*]{1,60}\)\*:? (?=\S)/,
  /^(?:part|step|phase) \d+\s*[:,–-]\s*(?=\S+ \S)/i,
  /^\([a-z][\w./, -]{0,60}\)(?:!?:\s+(?=\S+ \S)|(?=(?:chore|docs|feat|fix): ))/,
]

/** The number of an issue, if it is no year, or a ticket, in front of an order: "20738 update the dates". */
const BARE_NUMBER = new RegExp(String.raw`^(?:(?!(?:19|20)\d\d )\d{4,6}|${LOWER_TICKET}) (?=[A-Za-z])`)

/** In every prefix is one of these, an emoji or a typographic mark. */
const MAY_BE_PREFIXED = /[:#([{<"!,+&-]|[^\x00-\x7F]|^\d|^(?:US|DE)\d|^BREAKING/

/** Strips prefix after prefix, as they are stacked in practice: `[ABC-1] feat(ui)!: ✨ …`. */
export function bareTitle(title: string): BareTitle {
  let bare: BareTitle = { text: singleSpaced(title), isFix: false }
  let typed = false
  for (let round = 0; round < 6 && MAY_BE_PREFIXED.test(bare.text); round++) {
    const typeless = withoutType(bare)
    const next: BareTitle | null = typeless ?? withoutMark(bare) ?? withoutScope(bare, typed)
    if (next === null) break
    typed ||= typeless !== null || SCOPE.test(bare.text)
    bare = next
  }
  return { ...bare, text: withDeed(bare.text) }
}

/** "Removed: the badge" → "Removed the badge", "add: parse dates" → "parse dates". */
const withDeed = (text: string): string => {
  const rest = without(text, DEED)
  return rest !== null && isOrder(rest) ? rest : text.replace(DEED, '$1$2 ')
}

function withoutType({ text, isFix }: BareTitle): BareTitle | null {
  for (const pattern of TYPED) {
    const [whole = '', word = ''] = pattern.exec(text) ?? []
    const type = word.toLowerCase()
    const rest = text.slice(whole.length)
    if (type in DEEDS) return { text: `${DEEDS[type]} ${rest}`, isFix }
    if (TYPES.has(type)) return { text: rest, isFix: isFix || FIXES.has(type) }
  }
  const rest = DEED.test(text) ? null : without(text, SCOPED)
  return rest === null ? null : { text: rest, isFix }
}

function withoutMark({ text, isFix }: BareTitle): BareTitle | null {
  for (const mark of MARKS) {
    const rest = without(text, mark)
    if (rest === null) continue
    const fixes = /^fix(?:e[sd])?\b/i.test(text)
    // "Fixes #12 for guests" is still a fix for guests; "Fix #12: show the price" shows the price.
    const goesOn = fixes && !/[:,.|–-]\s*$/.test(text.slice(0, text.length - rest.length))
    return { text: goesOn ? `Fix ${rest}` : rest, isFix: isFix || fixes }
  }
  const rest = without(text, BARE_NUMBER)
  return rest !== null && isOrder(rest) ? { text: rest, isFix } : null
}

/** A tag or scope goes only when a sentence is left: "[TraceQL] histograms" loses too much. */
function withoutScope({ text, isFix }: BareTitle, typed: boolean): BareTitle | null {
  const tagged = without(text, TAG) ?? (typed ? without(text, BRACKETED) : null)
  if (tagged !== null && isSentence(tagged)) return { text: tagged, isFix: isFix || isFixTag(text) }
  const [whole, scope = ''] = PATH_SCOPE.exec(text) ?? SCOPE.exec(text) ?? []
  // "add option: dark" is a sentence, and so is "options timeout: …" behind a type; "ui: …" and "node pools: …" are not.
  const [first = '', second] = scope.split(' ')
  const isSaid = second !== undefined && (typed || verbOf(first) !== undefined)
  if (whole === undefined || isSaid || DEED.test(text)) return null
  const rest = text.slice(whole.length)
  return isSentence(rest) ? { text: rest, isFix } : null
}

/** "[Bugfix] …" says what "fix: …" says. */
const isFixTag = (text: string): boolean =>
  FIXES.has(/^\[([A-Za-z -]+)\]/.exec(text)?.[1]?.toLowerCase() ?? '')

function without(text: string, prefix: RegExp): string | null {
  const found = prefix.exec(text)
  return found === null ? null : text.slice(found[0].length)
}

const isSentence = (rest: string): boolean => /^[^\s\d]\S*\s+\S/.test(rest)
