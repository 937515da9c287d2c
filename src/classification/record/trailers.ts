import { kindWord } from '#pitch/notes/note.ts'
import { type Signal, signal } from './signal.ts'
import { breakingSignal } from './title-signals.ts'
import { meaningOfWord } from './vocabulary.ts'

/** GitLab's `Changelog: added`, and the likes of it. */
const TRAILER =
  /^(?:change-?log(?:-type)?|release-note-type|change-type|kind):[ \t]*\[?([a-z][a-z -]{1,24}?)\]?[ \t]*$/im
const FOOTER = /^(?:BREAKING[ -]CHANGES?|Breaking[ -]Changes?)(?:\([^()\n]*\))?:[ \t]*\S/m
const NONE = /^(?:none|skip|no|n-a|not-needed)$/

const DECIDED = 3.5

/** Lines at the end of a message that are written for programs. */
export function trailerSignals(body: string): Signal[] {
  const found: Signal[] = []
  const [line, word] = TRAILER.exec(body) ?? []
  if (line !== undefined && word !== undefined) found.push(...readTrailer(line.trim(), kindWord(word)))
  if (FOOTER.test(body)) found.push(breakingSignal('the message has a “BREAKING CHANGE” footer', 'trailer'))
  return found
}

function readTrailer(line: string, word: string): Signal[] {
  const known = { source: 'trailer', detail: `the message ends with “${line}”`, binding: true }
  if (NONE.test(word)) return [signal({ ...known, weight: -DECIDED, kind: 'maintenance' })]
  const meaning = meaningOfWord(word)
  if (meaning === null) return []
  return [signal({ ...known, weight: meaning.told ? DECIDED : -DECIDED, kind: meaning.kind })]
}
