import { TICKET } from './tickets.ts'
import { verbOf } from './words/verbs.ts'

/** A title without what stands before its sentence. */
export interface BareTitle {
  text: string
  /** The verb that the prefix stood for ("feat" → "Add"), for a title that goes on with a noun; null where none is sure. */
  verb: string | null
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
for (const type of `a11y breaking build chore ci clean cleanup copy deprecation deps dev doc docs e2e enh enhance enhancement
  fixup i18n impr improvement improvements l10n lint maint minor misc other perf performance polish refact refactor
  refactoring release revert sec security style task test testing tests typo ui ux website wip`.split(/\s+/))
  TYPES[type] = null

const TYPED = /^([a-z][a-z0-9]*(?:[ -]fix)?)\s*(?:\([^()]{0,80}\)|\[[^[\]]{0,80}\])?\s*!?\s*:(?!:)\s*(?=\S)/i
/** A scope in brackets says "type" even where the colon was forgotten. */
const TYPED_LOOSELY = /^(feat|fix|chore|refactor|perf|docs|test|style|build|ci)\([^()]{1,60}\)!?\s+(?=\S)/i
const UNFINISHED =
  /^(?:[([]?\s*(?:wip|draft|rfc|poc|dnm|do not merge)\s*[)\]]?\s*[:\-–]|[([]\s*(?:wip|draft)\s*[)\]])\s*/i
const TAG = /^(?:\[[^[\]]{1,48}\](?!\()|【[^】]{1,48}】)\s*[:\-–|]?\s*(?=\S)/
const EMOJI =
  /^(?:(?::[a-z0-9_+-]{2,40}:|(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}))\s*)+(?=\S)/u
const TICKETED = new RegExp(String.raw`^[[(]?${TICKET}[\])]?(?:\s*[:|,–-]\s*|\s+)(?=\S)`)
const NUMBERED =
  /^(?:(?:issue|pr|gh|ticket|fix(?:es)?|close[sd]?|resolve[sd]?|follow-?\s?up(?: to| for)?)\s*-?\s*)?[([]?#\d+[\])]?(?:\s*[:,|–-]\s*|\s+)(?=\S)/i
const PATH_SCOPE = /^[\w.-]*[/.][\w./-]*:\s+(?=\S)/
const SCOPE = /^([a-z0-9][\w.*&+/-]*(?:(?:, ?| ?\/ ?| )[\w.*&+/-]+){0,2}):\s+(?=\S)/

/** Strips prefix after prefix, as they are stacked in practice: `[ABC-1] feat(ui)!: ✨ …`. */
export function bareTitle(title: string): BareTitle {
  let text = title
  let verb: string | null = null
  for (let round = 0; round < 6; round++) {
    const next = withoutOne(text)
    if (next === null) break
    text = next.text
    verb ??= next.verb
  }
  return { text, verb }
}

function withoutOne(text: string): BareTitle | null {
  const type = TYPED.exec(text) ?? TYPED_LOOSELY.exec(text)
  const verb = TYPES[type?.[1]?.toLowerCase() ?? '']
  if (type && verb !== undefined) return { text: text.slice(type[0].length), verb }
  for (const prefix of [UNFINISHED, EMOJI, TAG, TICKETED, NUMBERED, PATH_SCOPE]) {
    const found = prefix.exec(text)
    if (found) return { text: text.slice(found[0].length), verb: null }
  }
  const scope = SCOPE.exec(text)
  return scope && isScope(scope[1] ?? '') ? { text: text.slice(scope[0].length), verb: null } : null
}

/** "add option: dark" is a sentence, "ui: …" and "node pools: …" are not. */
function isScope(words: string): boolean {
  const [first = '', second] = words.split(' ')
  return second === undefined || verbOf(first) === undefined
}
