import { singleSpaced } from '#platform/text.ts'
import { uncapitalised } from './sentence-case.ts'
import { BARE_NUMBER, TICKETED } from './tickets.ts'
import { verbOf } from './words/verbs.ts'

/** A title without what stands before its sentence. */
export interface BareTitle {
  text: string
  /** The verb that the prefix stood for ("feat" → "Add"), for a title that goes on with a noun; null where none is sure. */
  verb: string | null
  /** The part of the product that a tag named in words ("[Rich text editor] …"). */
  topic: string | null
}

/** Types of conventional commits and their kin, with the verb that each surely means. */
const TYPES: Record<string, string | null> = {
  feat: 'Add',
  feature: 'Add',
  features: 'Add',
  new: 'Add',
  add: 'Add',
  added: 'Add',
  fix: 'Fix',
  fixes: 'Fix',
  fixed: 'Fix',
  bug: 'Fix',
  bugfix: 'Fix',
  hotfix: 'Fix',
  'bug fix': 'Fix',
  'bug-fix': 'Fix',
  remove: 'Remove',
  removed: 'Remove',
  removal: 'Remove',
  update: 'Update',
  updated: 'Update',
  improve: 'Improve',
  improved: 'Improve',
  change: 'Change',
  changed: 'Change',
  deprecate: 'Deprecate',
  deprecated: 'Deprecate',
  bump: 'Bump',
  upgrade: 'Upgrade',
  rename: 'Rename',
}
for (const type of `a11y breaking build chore chores ci clean cleanup copy deprecation deps dev development doc docs documentation e2e enh enhance enhancement
  fixup i18n impr improvement improvements l10n lint maint minor misc other perf performance polish refact refactor
  refactoring release revert sec security style task test testing tests typo ui ux tweak website wip`.split(
  /\s+/,
))
  TYPES[type] = null

const TYPED = /^([a-z][a-z0-9]*(?:[ -]fix)?) ?(?:\([^()]{0,200}\))?(?:\[[^[\]]{0,80}\])? ?!? ?:(?!:) ?(?=\S)/i
/** Any word with a scope in brackets is a type, of whatever convention. */
const SCOPED = /^[a-z][\w-]*\([^()]{1,200}\)!?:\s*(?=\S)/i
/** A scope in brackets says "type" even where the colon was forgotten. */
const TYPED_LOOSELY =
  /^(feat|fix|chore|refactor|perf|docs|test|style|build|ci)\([^()]{1,60}\)!?(?:\s+[-–—])?\s+(?=\S)/i
const TYPED_BY_DASH = /^(feat|fix|chore|refactor|perf|docs|test|build|ci)\s+[-–—]{1,2}\s+(?=\S)/i
const TYPED_ALONE = /^\(([a-z]+)\)!?:\s+(?=\S)/i
const UNFINISHED =
  /^(?:[([]? ?(?:wip|draft|rfc|poc|dnm|do not merge) ?[)\]]? ?[:\-–]|[([] ?(?:wip|draft) ?[)\]]) ?/i
const TAG = /^(?:\([A-Z][A-Za-z ]{1,24}\)(?= [A-Z])|\[[^[\]]{1,48}\](?!\()|【[^】]{1,48}】) ?[:\-–|]? ?(?=\S)/
const EMOJI =
  /^(?:(?::[a-z0-9_+-]{2,40}:|(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}))\s*)+(?=\S)/u
const NUMBERED =
  /^(?:(?:issue|pr|gh|ticket|fix(?:e[sd])?|close[sd]?|resolve[sd]?|follow-? ?up(?: to| for)?) ?-? ?)?[([]?#\d+[\])]?(?: ?[:,|–-] ?|\.? )(?=\S)/i
/** "5526 - new search": the bare number of a ticket. */
const TICKET_NUMBER = /^\d{3,6}(?:\s+[-–—]\s+|\s*:\s+)(?=[^\s\d]\S*\s+\S)/
/** "Part 1 - ": one of several steps towards what the rest says. */
const PART = /^(?:part|step|phase) \d+\s*[:,–-]\s*(?=\S+ \S)/i
/** The function that was touched, as commits of C projects begin. */
const CALLED = /^[A-Za-z_][\w.:]*\(\):\s+(?=\S+ \S)/
/** What joins the rest to a mark that is gone: "Fix #12 + crash fixes". */
const JOINED = /^[+&]\s+(?=\p{L})/u
/** A scope whose type was forgotten. */
const BRACKETED = /^\([a-z][\w./, -]{0,60}\)!?:\s+(?=\S+ \S)/
const MARKS = [
  UNFINISHED,
  EMOJI,
  TICKETED,
  NUMBERED,
  TICKET_NUMBER,
  BARE_NUMBER,
  JOINED,
  PART,
  CALLED,
  BRACKETED,
]
const PATH_SCOPE = /^@?(?=[\w-]*[/.])[\w./-]+: (?=\S)/
const SCOPE = /^([a-z0-9][\w.*&+/-]*(?:(?:, ?|(?: \/)? )[\w.*&+/][\w.*&+/-]*){0,2}): (?=\S)/

/** In every prefix is one of these, an emoji or a typographic mark; most titles that have lost theirs have none. */
const MAY_BE_PREFIXED = /[:#([,+&-]|[^\x00-\x7F]|^\d/

/** Strips prefix after prefix, as they are stacked in practice: `[ABC-1] feat(ui)!: ✨ …`. The text has single spaces. */
export function bareTitle(title: string): BareTitle {
  let bare: BareTitle = { text: singleSpaced(title), verb: null, topic: null }
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
  const type =
    TYPED.exec(text) ?? TYPED_LOOSELY.exec(text) ?? TYPED_BY_DASH.exec(text) ?? TYPED_ALONE.exec(text)
  const meant = TYPES[type?.[1]?.toLowerCase() ?? '']
  const scoped = without(text, SCOPED)
  if (meant === undefined && scoped !== null) return { ...bare, text: scoped }
  return type === null || meant === undefined
    ? null
    : { ...bare, text: text.slice(type[0].length), verb: verb ?? meant }
}

function withoutMark(bare: BareTitle): BareTitle | null {
  for (const mark of MARKS) {
    const rest = without(bare.text, mark)
    if (rest === null) continue
    const means = meansIn(rest)
    return means === null
      ? { ...bare, text: goesOn(bare.text, rest), verb: bare.verb ?? verbOfMark(bare.text) }
      : { ...bare, text: means, verb: null }
  }
  return null
}

const MEANS = /^by (?:(?:gracefully|properly|correctly|simply|explicitly) )?([a-z]+ing)\b/i

/** "Fix #12 by handling …" tells what was done. */
function meansIn(rest: string): string | null {
  const [by, doing] = MEANS.exec(rest) ?? []
  const verb = verbOf(doing ?? '')
  return by !== undefined && verb?.form === 'gerund' ? verb.base + rest.slice(by.length) : null
}

/** "Fixes #12 …" says what "fix: …" says. */
const verbOfMark = (text: string): string | null => (/^fix(?:e[sd])?\b/i.test(text) ? 'Fix' : null)

/** "Fix #12 for guests" is still a fix for guests. */
function goesOn(text: string, rest: string): string {
  if (verbOfMark(text) === null || !/^(?:for|in|on|of|with|when|where) /.test(rest)) return rest
  return rest.startsWith('where') ? `Fix an issue ${rest}` : `Fix ${rest}`
}

/** A tag or scope goes only when a sentence is left: "[TraceQL] histograms" loses too much. */
function withoutScope(bare: BareTitle, typed: boolean): BareTitle | null {
  const { text, verb, topic } = bare
  const tagged = without(text, TAG)
  if (tagged !== null && isSentence(tagged))
    return { text: tagged, verb: verb ?? verbOfTag(text), topic: topic ?? topicOf(text) }
  const [whole, scope = ''] = PATH_SCOPE.exec(text) ?? SCOPE.exec(text) ?? []
  if (whole === undefined || (scope !== '' && !isScope(scope, typed))) return null
  const rest = text.slice(whole.length)
  return isSentence(rest) ? { ...bare, text: rest } : null
}

/** "[Bugfix] …" says what "fix: …" says. */
const verbOfTag = (text: string): string | null =>
  TYPES[/^\[([A-Za-z -]+)\]/.exec(text)?.[1]?.toLowerCase() ?? ''] ?? null

/** Tags of several words that speak of the work, not of the product. */
const CHORE =
  /\b(?:breaking|changes?|do not|merge|backport|release|skip|debt|bug|fix|ci|tests?|testing|docs?|documentation|code|wip|draft|part|step|review|feature|request|task|story|epic|chore|dev|build|refactor\w*|cleanup|clean|hotfix|internal|proposal|poc|needs?|only|port|cherry|pick|github|actions?|deps|dependenc\w+|e2e|qa|experiment\w*|on hold|follow\w*|trivial|minor|quick)\b/i

function topicOf(text: string): string | null {
  const tag = /^\[([A-Z][a-z]+(?: [A-Za-z]+){1,2})\]/.exec(text)?.[1]
  return tag === undefined || CHORE.test(tag) ? null : tag
}

/** "Rich text editor: fix the bullets"; a topic that the sentence names itself, or beside its own, is left out. */
export function withTopic(topic: string | null, sentence: string): string {
  if (topic === null || /:\s/.test(sentence) || sentence.toLowerCase().includes(topic.toLowerCase()))
    return sentence
  return `${topic}: ${uncapitalised(sentence)}`
}

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
