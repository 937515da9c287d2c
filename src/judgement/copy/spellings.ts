import { outsideCode } from './code-spans.ts'
import { MID_SENTENCE } from './words/names.ts'

/** Negations that were typed without their apostrophe; "cant" and "wont" are words of their own. */
const BARE_NOT = /(?<=^|\s)(do|does|did|is|are|was|were|should|could|would|has|have)nt(?=\s|$)/gi
/** A word that stands free, not in a path or an option, and is not the name of one ("the ui prop"). */
const FREE_WORD = new RegExp(
  String.raw`(?<=\s)(?:${[...MID_SENTENCE.keys()].join('|')})(?=[\s,;)]|:\s|$)(?! (?:props?|options?|flags?|fields?|param\w*|arg\w*|attributes?|keys?|property|properties|commands?|packages?|modules?|dependency|dependencies|functions?|methods?|types?)\b)`,
  'g',
)

/** "on windows" at the end of what is told, and before what others have none of: windows are also what one opens. */
const ON_WINDOWS =
  /(?<=\b[Oo]n )windows(?=$|[,;)]| (?:and|or|by|if|machines?|hosts?|systems?|servers?|when|with)\b)/g

/** "dont" → "don't", "the api url" → "the API URL". What stands in code spans is left alone. */
export const respelled = (text: string): string => outsideCode(text, spelled)

function spelled(text: string): string {
  const negated = text.includes('nt ') ? text.replace(BARE_NOT, (_, verb: string) => `${verb}n't`) : text
  return negated.replace(FREE_WORD, word => MID_SENTENCE.get(word) ?? word).replace(ON_WINDOWS, 'Windows')
}
