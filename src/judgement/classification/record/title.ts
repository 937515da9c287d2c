import { kindWord } from '#judgement/notes/note.ts'
import { withoutListMark } from '#judgement/text/markup.ts'
import { innerTitle } from '#judgement/title/host-made.ts'
import { TICKETED } from '#judgement/title/references.ts'
import { memoize } from '#platform/cache.ts'
import { isRevertTitle } from '#pulls/reverts.ts'
import EMOJI from './emoji.json' with { type: 'json' }
import { meaningOfWord } from './vocabulary.ts'

/** A title taken apart: what sort of change its author put in front, and the words that follow. */
export interface TitleParts {
  /** The sort as `kindWord` folds it (`feat`, `bug-fix`); null where the title begins with no known sort. */
  type: string | null
  /** How it is written, since teams mean more by some forms than by others. */
  form: 'conventional' | 'capitals' | 'brackets' | 'emoji' | null
  /** What the parentheses hold, or the word in front of the colon where it is no sort (`cli: …`), lower-case. */
  scope: string | null
  breaking: boolean
  /** The rest, without prefix; of a revert, what is reverted. */
  text: string
  revert: boolean
}

const CONVENTIONAL =
  /^([A-Za-z][A-Za-z0-9 _/-]{0,24}?)\s?(!(?=\())?(?:\(([^()]{0,80})\)|\[([^[\]]{0,80})\])?\s?(!)?:\s?(?=\S)/
const BRACKETS = /^(?:\[([^[\]]{1,40})\]|\(([^()]{1,24})\)|\*\*([^*]{1,24})\*\*:?)[\s:-]*/
/** "iOS - fixes #12 …", "fix - …": one or two words and a dash. */
const DASHED = /^([A-Za-z][\w.+#/]{0,19}(?: [A-Za-z][\w.+#/]{0,19})?) [-–—] (?=\S+ \S)/
const SHORTCODE = /^:([a-z0-9_+-]{2,30}):\s*/
const PICTURE = /^(\p{Extended_Pictographic})\uFE0F?\s*/u
const REVERT = /^(?:revert(?:s|ed)?|undo)\b[:\s]*(?:\([^)]*\):?\s*)?["“'‘]?(.*?)["”'’]?(?: ?\(#\d+\))?$/is

/** The sort that a gitmoji or its shortcode tells; the others are decoration. */
const SORT_OF_EMOJI: ReadonlyMap<string, string> = new Map(
  Object.entries(EMOJI).flatMap(([sort, list]) => list.split(' ').map(one => [one, sort] as const)),
)

const NOTHING: TitleParts = { type: null, form: null, scope: null, breaking: false, text: '', revert: false }

/** The marks of a draft in a title, which mean nothing once the change is merged. */
const DRAFT =
  /^(?:(?:\[(?:wip|draft|rfc|poc|ready|do not merge)\]|\((?:wip|draft)\)|(?:wip|draft)\s*[:–-]|🚧|:construction:)\s*)+(?=\S)/iu

/** "BREAKING rename the keys", "Rename the keys [breaking]", "Rename the keys - BREAKING": the mark without a colon. */
const MARKED =
  /^BREAKING(?:[ -]CHANGES?)?\s+(?!CHANGES?\b|[:\s–-])|\s[([](?:BREAKING|[Bb]reaking)(?: (?:[Cc]hanges?|CHANGES?))?[)\]]$|\s[-–—]\s(?:BREAKING(?: CHANGES?)?|[Bb]reaking [Cc]hange)$/

const TITLES_KEPT = 1_000

export const readTitle = memoize((title): TitleParts => {
  const told = isMadeUp(title.trim())
    ? ''
    : innerTitle(withoutListMark(title.replace(DRAFT, ''))).replace(TICKETED, typeOfTicket)
  const reverted = isRevertTitle(told) ? REVERT.exec(told) : null
  if (reverted) return { ...readPrefix(reverted[1] ?? ''), revert: true }
  return MARKED.test(told) ? { ...readPrefix(told.replace(MARKED, '')), breaking: true } : readPrefix(told)
}, TITLES_KEPT)

/** `ABC-123: fix: …` is `fix: …`, and so is `FIX-123: …`. `ENG-123` and `DEV-123` name a team, whose changes are of any sort. */
function typeOfTicket(ticket: string): string {
  const [word = ''] = /[A-Z]+/.exec(ticket) ?? []
  return sortsBy(kindWord(word)) && meaningOfWord(kindWord(word))?.told ? `${word}: ` : ''
}

/** Names that programs give to branches: change ids (`hm-zllvmovszxmqqwlv`), hashes, `ann-patch-1`. */
const MADE_UP =
  /^(?:[a-z\d.]{1,20}[ /_-])*[k-z]{12,}$|^(?:[\w.-]+[/_-])?(?:(?=[a-f]*\d)[0-9a-f]{7,40}|patch[ -]\d+)$/i

const isMadeUp = (title: string): boolean => title.length < 80 && MADE_UP.test(title)

function readPrefix(title: string): TitleParts {
  return (
    readEmoji(title) ??
    readConventional(title) ??
    readBrackets(title) ??
    readDashed(title) ?? { ...NOTHING, text: title }
  )
}

/** A type in words takes precedence over an emoji in front of it. */
function readEmoji(title: string): TitleParts | null {
  const found = SHORTCODE.exec(title) ?? PICTURE.exec(title)
  if (!found) return null
  const rest = readPrefix(title.slice(found[0].length))
  const type = SORT_OF_EMOJI.get(found[1] ?? '')
  return rest.type !== null || type === undefined
    ? rest
    : { ...rest, type, form: 'emoji', breaking: rest.breaking || type === 'breaking' }
}

/** Words such as "docker" or "api" sort fragments; in front of a title they only name a part of the product. */
function sortsBy(word: string): boolean {
  const meaning = meaningOfWord(word)
  return meaning !== null && (meaning.kind !== null || meaning.breaking)
}

function readConventional(title: string): TitleParts | null {
  const found = CONVENTIONAL.exec(title)
  if (!found) return null
  const [whole, word = '', early, round, square, late] = found
  const [first = '', second] = word.split('/')
  const type = kindWord(sortsBy(kindWord(word)) ? word : first)
  const text = title.slice(whole.length)
  const inner = isBreakingWord(type) ? readConventional(text) : null
  if (inner?.type) return { ...inner, breaking: true }
  const breaking = early !== undefined || late !== undefined || isBreakingWord(type)
  if (!sortsBy(type)) {
    return word.includes(' ') ? null : { ...NOTHING, scope: word.toLowerCase(), breaking, text }
  }
  const scope = (round ?? square ?? second)?.toLowerCase().trim() || null
  const form = word.length > 1 && word === word.toUpperCase() ? 'capitals' : 'conventional'
  return { ...NOTHING, type, form, scope, breaking, text }
}

const isBreakingWord = (word: string): boolean => meaningOfWord(word)?.breaking ?? false

function readDashed(title: string): TitleParts | null {
  const [whole = '', word] = DASHED.exec(title) ?? []
  return word === undefined ? null : withTag(NOTHING, word, title.slice(whole.length))
}

/** `[Bugfix][Core] …`: the first known word is the sort, the first other one the scope. */
function readBrackets(title: string): TitleParts | null {
  let text = title
  let parts: TitleParts | null = null
  for (let found = BRACKETS.exec(text); found; found = BRACKETS.exec(text)) {
    const word = found[1] ?? found[2] ?? found[3] ?? ''
    text = text.slice(found[0].length)
    parts = withTag(parts ?? NOTHING, word, text)
  }
  if (parts === null || text === '') return null
  const after = parts.type === null || isBreakingWord(parts.type) ? readConventional(text) : null
  return after?.type
    ? { ...after, breaking: after.breaking || parts.breaking, scope: after.scope ?? parts.scope }
    : parts
}

function withTag(parts: TitleParts, tag: string, text: string): TitleParts {
  const type = kindWord(tag)
  const known = parts.type === null && sortsBy(type)
  const breaking = parts.breaking || isBreakingWord(type)
  if (known) return { ...parts, type, form: 'brackets', breaking, text }
  return { ...parts, scope: parts.scope ?? tag.toLowerCase(), text }
}
