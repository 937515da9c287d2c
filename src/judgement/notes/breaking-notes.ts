import { fencedCode } from '#platform/markup/fences.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** List mark, ticked box, table and heading in front of a line. */
const MARKS = /^ {0,3}(?:[-*+•] +|\d{1,2}[.)] +|\| *)?(?:\[x\] +)?(?:#{1,6} +)?/i
const DECORATION =
  /\*\*|__|(?<!\w)[_*](?=\S)|(?<=\S)[_*](?!\w)|\p{Extended_Pictographic}|\uFE0F|^:(?:boom|warning|rotating_light):|<\/?(?:b|em|i|p|strong|u)>/gu
const HERALD = /^(?:note|warning|attention|caution|important)(?: that)? ?[:!–-] ?/i
/** The source of a pattern: what people call a change that breaks something. */
export const BREAK =
  '(?:(?:api )?breaking(?: api)?(?:[ -]changes?)?|bc breaks?|(?:backwards?[- ])?incompatible changes?)'
const LABELS = [
  new RegExp(String.raw`^(?:this is an? )?\`?${BREAK}(?:\([^()]{0,80}\))?\`? ?!?(?: ?[:|–—]| - )(.*)$`, 'i'),
  /^[([]breaking(?: changes?)?[)\]]:? +(\S.*)$/i,
  /^BREAKING(?: API)?[ -]CHANGES?(?: +(?=[\p{L}\p{N}`"'])(.*))?$/u,
]
/** Matches a sentence that says that a change breaks something, but not what. */
const STATED =
  /^(?:please note that )?(?:this|it)(?: (?:change|commit|pr|pull request|release))? (?:is|introduces|contains|has|makes|brings) (?:an? )?(?:(?:major|minor|small) )?breaking(?: api)? changes?(?=[.!]| (?:as|because|for|since)\b|$)/i
/** Matches the choice that a template leaves to its author. */
const CHOICE = /^\((?:yes|y) ?\/ ?(?:no|n)\)$/i
const QUESTION =
  /^(?:(?:are|does|do|is|has|will)\b[^?]{0,80} )?(?:breaking(?:[ -]changes?)?|bc breaks?|backwards?[- ]incompatible)\b[^?:]{0,60}[?:](.*)$/i
const YES = /^(?:\[x\] *)?(?:yes|yep|true)\b(?! *(?:\/|\||or\b|, *no\b))[ .,:;!|–—-]*/i
const NO =
  /^(?:\W*$|\[ \]|[☐⬜<{]|\[[^\]]*\]\W*$|(?::x:|:no_entry)|(?:tbd|todo|describe|if (?:any|so|yes)|please)\b|yes ?(?:\/|\||or) ?no|not (?:breaking|really|that|as far)\b|(?:this |it )?(?:does|should|will|wo)(?:n['’]t| not) break\b|(?:\[x\] *|there (?:are|is) )?(?:n\/?a|none|nope|no|nothing|not applicable|false|x|0)\b(?! longer)(?:\W*$|[.,;:!–—]| [-(]| (?:api|breaking|changes?|expected|impact|known|that)\b))/i
const ENDS = /^\s*$|^[A-Z][\w-]+: |^ {0,3}(?:#{1,6} |\* \S)/
const LONGEST_LINE = 1_000
/** The most lines that a note of one line may continue in. */
const MOST_LINES = 50

const plainOf = (line: string): string =>
  line.replace(MARKS, '').replace(DECORATION, '').trim().replace(HERALD, '')

/** The rest of a line that begins with a label; undefined for any other. */
function labelled(plain: string): string | undefined {
  const found = LABELS.map(label => label.exec(plain)).find(match => match !== null)
  return found ? (found[1] ?? '').trimStart() : undefined
}

/** What a message says to break, and the words in which it does. */
interface BreakingNotes {
  isMarked: boolean
  texts: string[]
}

/**
 * Reads what a description and the messages of its commits mark as breaking: footers, also in bold, as an item or in a table, and answered
 * questions. A "no", a template that nobody filled, code and quotes mark nothing.
 */
export function breakingNotes({ body, commits }: Pick<MergedPull, 'body' | 'commits'>): BreakingNotes {
  const marked = [body, ...commits].filter(text => /break|bc break|incompatible/i.test(text)).flatMap(notesIn)
  return { isMarked: marked.length > 0, texts: [...new Set(marked.filter(text => text !== ''))] }
}

function notesIn(message: string): string[] {
  const isCode = fencedCode()
  const lines = withoutAlertMarks(withoutComments(message).split('\n'))
    .map(line => line.slice(0, LONGEST_LINE).trimEnd())
    .map(line => (isCode(line.trimStart()) || /^(?: {4}|\t)/.test(line) ? '' : line))
  return lines.flatMap((line, at) => {
    const plain = plainOf(line)
    const label = labelled(plain)
    if (label !== undefined) return statement(textFrom(label, lines, at)) ?? []
    if (STATED.test(plain)) return ['']
    const answer = QUESTION.exec(plain)?.[1]
      ?.replace(/^[ |]+/, '')
      .replace(CHOICE, '')
    return answer === undefined ? [] : (answered(textFrom(answer, lines, at)) ?? [])
  })
}

/** GitHub's alerts, `> [!WARNING]`, are written as quotes and quote nobody. */
function withoutAlertMarks(lines: readonly string[]): string[] {
  let isAlert = false
  return lines.map(line => {
    isAlert = line.startsWith('>') && (isAlert || /^> ?\[!\w+\]/.test(line))
    return isAlert ? line.replace(/^> ?(?:\[!\w+\])?/, '') : line
  })
}

/** The rest of the line with those that it goes on in; where it is empty, the next paragraph. */
function textFrom(rest: string, lines: readonly string[], at: number): string {
  let next = at + 1
  while (rest === '' && next < lines.length && lines[next] === '') next += 1
  const first = rest === '' ? (lines[next++] ?? '') : rest
  if (/^ {0,3}#{1,6} /.test(first)) return ''
  const following = lines.slice(next, next + MOST_LINES)
  const end = following.findIndex(line => ENDS.test(line) || labelled(plainOf(line)) !== undefined)
  return [first, ...following.slice(0, end === -1 ? undefined : end)]
    .join('\n')
    .trimEnd()
    .replace(/\|$/, '')
    .replace(/^[-*+] /, '')
    .trim()
}

/** The words of a note about a break, empty where it only says yes; null where it says that nothing breaks. */
const statement = (text: string): string | null =>
  YES.test(text) ? text.replace(YES, '') : deniesBreak(text) ? null : text

/** Does a line below "Breaking changes" say that there are none, or nothing? */
export const deniesBreak = (line: string): boolean =>
  NO.test(line.replace(/^[-*+] /, '').replace(/[*_~`]/g, ''))

/** A question counts only where it is answered with yes, in words or by a ticked box. */
function answered(text: string): string | null {
  if (YES.test(text)) return statement(text.replace(/^(?:[-*+] )?\[ \].*$/gm, ''))
  const isTicked = /^[-*+ ]{0,6}\[x\] *yes\b/im.test(text) && !/^[-*+ ]{0,6}\[x\] *no\b/im.test(text)
  return isTicked ? '' : null
}
