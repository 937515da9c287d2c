import { withoutComments } from '#platform/markup/markup.ts'

/** The many ways to write that there is nothing to tell. */
const NOTHING =
  /^(?:none|n\.?\/?an?|no|nope|nothing|not applicable|not needed|no release notes?(?: needed| required)?|no changelog(?: entry)?(?: needed| required)?)?$/i
/** What may stand around that. */
const AROUND = /^[-*\s]+|(?<![.!_*\s])[.!_*\s]+$/g

/** A list marker at the start of a line. */
const MARKER = /^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+/

/** The text of a note: trimmed, one list item a line without its marker, empty where it only says "none". */
export function plainNote(written: string): string {
  const text = withoutComments(written).trim()
  if (text.length < 60 && NOTHING.test(text.replace(AROUND, ''))) return ''
  return text
    .split('\n')
    .map(line => line.replace(MARKER, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
