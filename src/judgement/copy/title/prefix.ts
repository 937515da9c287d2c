import { singleSpaced } from '#platform/text.ts'
import { TICKETED } from './references.ts'
import { verbOf } from './verbs.ts'

/** A title without what stands before its sentence. */
export interface BareTitle {
  text: string
  /** The verb that the prefix stood for ("feat" → "Add"), for a title that goes on with a noun; null where none is sure. */
  verb: string | null
}

/** Types of conventional commits and their kin, with the verb that each surely means. */
const VERBS: Record<string, string> = {
  Add: 'feat feature features new add added',
  Fix: 'fix fixes fixed bug bugfix hotfix bug-fix',
  Remove: 'remove removed removal',
  Update: 'update updated',
  Improve: 'improve improved',
  Change: 'change changed',
  Deprecate: 'deprecate deprecated',
  Bump: 'bump',
  Upgrade: 'upgrade',
  Rename: 'rename',
  '': `a11y breaking build chore chores ci clean cleanup copy deprecation deps dev development doc docs documentation e2e enh enhance
    enhancement fixup i18n impr improvement improvements l10n lint maint minor misc other perf performance polish refact refactor
    refactoring release revert sec security style task test testing tests typo ui ux tweak website wip`,
}
const TYPES = new Map(
  Object.entries(VERBS).flatMap(([verb, types]) =>
    types.split(/\s+/).map(type => [type, verb || null] as const),
  ),
)
TYPES.set('bug fix', 'Fix')
for (const type of ['breaking change', 'breaking changes', 'breaking-change']) TYPES.set(type, null)

const TYPED = [
  /^([a-z][a-z0-9]*(?:[ -](?:fix|changes?))?) ?(?:\([^()]{0,200}\))?(?:\[[^[\]]{0,80}\])? ?!? ?:(?!:) ?(?=\S)/i,
  /^(feat|fix|chore|refactor|perf|docs|test|style|build|ci)\([^()]{1,60}\)!?(?:\s+[-–—])?\s+(?=\S)/i,
  /^(feat|fix|chore|refactor|perf|docs|test|build|ci)\s+[-–—]{1,2}\s+(?=\S)/i,
  /^\(([a-z]+)\)!?:?\s+(?=\S)/i,
]
/** Any word with a scope in brackets is a type, of whatever convention. */
const SCOPED = /^[a-z][\w-]*\([^()]{1,200}\)!?:\s*(?=\S)/i
const TAG =
  /^(?:\((?:[A-Z][A-Za-z ]{1,24}|v?\d+(?:\.\w+)+)\)(?= [A-Z])|\[[^[\]]{1,48}\](?!\()|【[^】]{1,48}】) ?[:\-–|]? ?(?=\S)/
const PATH_SCOPE = /^@?(?=[\w-]*[/.])[\w./-]+: (?=\S)/
const SCOPE = /^([a-z0-9][\w.*&+/-]*(?:(?:, ?|(?: \/)? )[\w.*&+/][\w.*&+/-]*){0,2}): (?=\S)/
/** What says where the work stands, and what it is called elsewhere. */
const MARKS = [
  /^(?:[([]? ?(?:wip|draft|rfc|poc|dnm|do not merge) ?[)\]]? ?[:\-–]|[([] ?(?:wip|draft) ?[)\]]) ?/i,
  /^(?:(?::[a-z0-9_+-]{2,40}:|(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}))\s*)+(?=\S)/u,
  TICKETED,
  /^(?:automated )?(?:back-?port|forward-?port|cherry[- ]?pick)(?:ed)?(?: (?:of|from))?(?: (?:pr )?#\d+){0,9}(?: (?:on|to|onto|into) \S+)?: ?(?=\S)/i,
  /^(?:(?:issue|pr|gh|ticket|fix(?:e[sd])?|close[sd]?|resolve[sd]?|follow-? ?up(?: to| for)?) ?-? ?)?[([]?#\d+[\])]?(?: ?[:,|–-] ?|\.? )(?=\S)/i,
  /^(?:part|step|phase) \d+\s*[:,–-]\s*(?=\S+ \S)/i,
  /^\([a-z][\w./, -]{0,60}\)(?:!?:\s+(?=\S+ \S)|(?=(?:chore|docs|feat|fix): ))/,
]

/** In every prefix is one of these, an emoji or a typographic mark. */
const MAY_BE_PREFIXED = /[:#([,+&-]|[^\x00-\x7F]|^\d/

/** Strips prefix after prefix, as they are stacked in practice: `[ABC-1] feat(ui)!: ✨ …`. */
export function bareTitle(title: string): BareTitle {
  let bare: BareTitle = { text: singleSpaced(title), verb: null }
  let typed = false
  for (let round = 0; round < 6 && MAY_BE_PREFIXED.test(bare.text); round++) {
    const typeless = withoutType(bare)
    const next: BareTitle | null = typeless ?? withoutMark(bare) ?? withoutScope(bare, typed)
    if (next === null) break
    typed ||= typeless !== null || SCOPE.test(bare.text)
    bare = next
  }
  return bare
}

function withoutType(bare: BareTitle): BareTitle | null {
  const { text, verb } = bare
  for (const pattern of TYPED) {
    const type = pattern.exec(text)
    const meant = TYPES.get(type?.[1]?.toLowerCase() ?? '')
    if (type !== null && meant !== undefined) return { text: text.slice(type[0].length), verb: verb ?? meant }
  }
  const scoped = without(text, SCOPED)
  return scoped === null ? null : { ...bare, text: scoped }
}

function withoutMark(bare: BareTitle): BareTitle | null {
  for (const mark of MARKS) {
    const rest = without(bare.text, mark)
    if (rest === null) continue
    const fixes = /^fix(?:e[sd])?\b/i.test(bare.text)
    // "Fix #12 for guests" is still a fix for guests.
    const goesOn = fixes && /^(?:for|in|on|of|with|when) /.test(rest)
    return { ...bare, text: goesOn ? `Fix ${rest}` : rest, verb: bare.verb ?? (fixes ? 'Fix' : null) }
  }
  return null
}

/** A tag or scope goes only when a sentence is left: "[TraceQL] histograms" loses too much. */
function withoutScope(bare: BareTitle, typed: boolean): BareTitle | null {
  const { text, verb } = bare
  const tagged = without(text, TAG)
  if (tagged !== null && isSentence(tagged)) return { ...bare, text: tagged, verb: verb ?? verbOfTag(text) }
  const [whole, scope = ''] = PATH_SCOPE.exec(text) ?? SCOPE.exec(text) ?? []
  if (whole === undefined || (scope !== '' && !isScope(scope, typed))) return null
  const rest = text.slice(whole.length)
  return isSentence(rest) ? { ...bare, text: rest } : null
}

/** "[Bugfix] …" says what "fix: …" says. */
const verbOfTag = (text: string): string | null =>
  TYPES.get(/^\[([A-Za-z -]+)\]/.exec(text)?.[1]?.toLowerCase() ?? '') ?? null

function without(text: string, prefix: RegExp): string | null {
  const found = prefix.exec(text)
  return found === null ? null : text.slice(found[0].length)
}

const isSentence = (rest: string): boolean => /^[^\s\d]\S*\s+\S/.test(rest)

/** "add option: dark" is a sentence, and so is "options timeout: …" behind a type; "ui: …" and "node pools: …" are not. */
function isScope(words: string, typed: boolean): boolean {
  const [first = '', second] = words.split(' ')
  return second === undefined || (!typed && verbOf(first) === undefined)
}
