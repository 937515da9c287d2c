import { plainWordsOf, roughStemOf } from './words.ts'

const EMPTY = /^(?:the|an?|of|in|is|are|it|to|and|or|now|be|was|has)$/
/** The stems of all words except the emptiest. "up" and "down" may be the only difference. */
const stemsOf = (text: string): string[] =>
  plainWordsOf(text.toLowerCase())
    .filter(word => !EMPTY.test(word))
    .map(roughStemOf)

/** Words between the former state and the present one, and which of the two comes first. */
const TURNS_INTO: readonly [pivot: RegExp, first: 'former' | 'present'][] = [
  [/ (?:instead of|rather than) |, (?:and )?not /, 'present'],
  [
    / in favou?r of | ?(?:->|→) ?| (?:is|are) now (?:called|named) |(?: had to be| has been| was| is| are)? renamed to /,
    'former',
  ],
  [/ (?:is|are) (?:now )?deprecated\W{1,3}(?:please )?use /, 'former'],
  [/ (?:to|into|with|by) /, 'former'],
]
/** Without one of these words, "to" does not lead from one state to another. */
const CHANGES = /\b(?:renam\w+|chang\w+|replac\w+|switch\w*|migrat\w+|convert\w*|mov\w+|from)\b/

interface Roles {
  former: ReadonlySet<string>
  present: ReadonlySet<string>
}

/** The former and the present state that a text names; null if it names no such change. */
function rolesOf(text: string): Roles | null {
  for (const [pivot, first] of TURNS_INTO) {
    const at = pivot.exec(text)
    if (at === null) continue
    const before = text.slice(0, at.index).split(/[,;]/).at(-1) ?? ''
    const after = text.slice(at.index + at[0].length).split(/[,;]/, 1)[0] ?? ''
    const changed = CHANGES.exec(before)
    if (pivot.source.startsWith(' (?:to') && changed === null) continue
    const front = new Set(
      stemsOf(changed === null ? before : before.slice(changed.index + changed[0].length)),
    )
    const back = new Set(stemsOf(after))
    return first === 'former'
      ? { former: front.difference(back), present: back.difference(front) }
      : { former: back.difference(front), present: front.difference(back) }
  }
  return null
}

/** Whether a sentence presents the former state as the present one, and vice versa. */
export function swapsRoles(sentence: string, source: string): boolean {
  const said = rolesOf(sentence)
  const told = said && rolesOf(source)
  if (!told) return false
  return said.former.intersection(told.present).size > 0 && said.present.intersection(told.former).size > 0
}

const ONLY = /\b(?:only|solely|exclusively|just)\b/
const LIMITS =
  /\b(?:only|solely|exclusive\w*|just|alone|except|unless|limit\w*|restrict\w*|at most|maximum|until|nothing but|sole|require\w*)\b/
const GONE = /\b(?:removed|gone|no longer (?:exists?|available|supported))\b/

const ON = /\b(?:(?:on|enabled|true) by default|defaults?(?: is| to|:)? (?:true|on|enabled))\b/
const OFF = /\b(?:(?:off|disabled|false) by default|defaults?(?: is| to|:)? (?:false|off|disabled))\b/

/** Whether a sentence limits what its source does not limit, or ends what the source only deprecates. */
export const oversteps = (sentence: string, source: string): boolean =>
  (ON.test(sentence) && OFF.test(source) && !ON.test(source)) ||
  (OFF.test(sentence) && ON.test(source) && !OFF.test(source)) ||
  (ONLY.test(sentence) && !LIMITS.test(source)) ||
  (/\bat least\b/.test(sentence) &&
    !/\b(?:least|min\w*|more|over|from|above|exceed\w*|longer|newer|later)\b|≥|>|\+/.test(source)) ||
  (GONE.test(sentence) && /deprecat/.test(source) && !/remov|delet|drop|gone|no longer/.test(source))
