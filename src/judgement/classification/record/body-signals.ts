import { breakingNotes } from '#judgement/notes/breaking-notes.ts'
import { kindWord } from '#judgement/notes/note.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Kind } from '../classification.ts'
import { type Signal, signal } from './signal.ts'
import { breakingSignal } from './title-signals.ts'
import { meaningOfWord } from './vocabulary.ts'

/** GitLab's `Changelog: added`, and the likes of it. */
const TRAILER =
  /^(?:change-?log(?:-type)?|release-note-type|change-type|kind):[ \t]*\[?([a-z][a-z -]{1,24}?)\]?[ \t]*$/im
const NONE = /^(?:none|skip|no|n-a|not-needed)$/

const DECIDED = 3.5

/** Lines at the end of a message that are written for programs. */
export function trailerSignals(pull: Pick<MergedPull, 'body' | 'commits'>): Signal[] {
  const found: Signal[] = []
  const [line, word] = trailerIn(pull) ?? []
  if (line !== undefined && word !== undefined) found.push(...readTrailer(line.trim(), kindWord(word)))
  if (breakingNotes(pull).isMarked)
    found.push(breakingSignal('the message marks a breaking change', 'trailer'))
  return found
}

/** The trailer in the description, else in the newest commit that has one. */
const trailerIn = ({ body, commits }: Pick<MergedPull, 'body' | 'commits'>) =>
  [body, ...commits.toReversed()].map(text => TRAILER.exec(withoutComments(text))).find(Boolean)

function readTrailer(line: string, word: string): Signal[] {
  const known = { source: 'trailer', detail: `the message ends with “${line}”`, binding: true }
  if (NONE.test(word)) return [signal({ ...known, weight: -DECIDED, kind: 'maintenance' })]
  const meaning = meaningOfWord(word)
  if (meaning === null) return []
  return [signal({ ...known, weight: meaning.told ? DECIDED : -DECIDED, kind: meaning.kind })]
}

/** "Type of change" lists of pull-request templates: the wording differs, the first words hardly. */
const BOXES: [RegExp, Kind | null, number][] = [
  [/^(?:🐛\s*)?bug[ -]?fix/i, 'fix', 1.1],
  [/^(?:[✨🚀]\s*)?(?:new )?feature\b/iu, 'feature', 1.2],
  [/^(?:improvement|enhancement)/i, 'improvement', 1],
  [/^(?:performance|optimi[sz]ation)/i, 'performance', 0.6],
  [/^security/i, 'security', 1],
  [/^breaking change/i, null, 1.2],
  [
    /^(?:this change (?:is|requires) a )?documentation(?: updates?| changes?| only)?(?:$|[ (])(?!has|have|is|was)/i,
    'documentation',
    -1.5,
  ],
  [/^(?:code )?(?:refactor|clean-?up|style|code style)/i, 'maintenance', -1.2],
  [/^(?:tests?(?: only| improvements?| updates?)?$|ci\b|build\b)/i, 'maintenance', -1.5],
  [/^(?:chore|maintenance|dependenc|internal|tooling)/i, 'maintenance', -1.5],
]

const TICKED = /^[ \t]{0,8}[-*+][ \t]+\[[xX]\][ \t]+(\S.{2,120})$/gm

/** The most ticked boxes that are believed: an author of more ticked whatever was there. */
const SINCERE = 2

/** What the author ticked under "Type of change". */
export function checkboxSignals(body: string): Signal[] {
  if (!/\[[xX]\]/.test(body)) return []
  const ticked = [...body.matchAll(TICKED)].flatMap(([, text = '']) =>
    readBox(text.replace(/[*_`]/g, '').trim()),
  )
  return ticked.length > SINCERE ? [] : ticked
}

function readBox(text: string): Signal[] {
  const box = BOXES.find(([form]) => form.test(text))
  if (box === undefined) return []
  const [, kind, weight] = box
  const words = text.split(/[(:,.–]/)[0]?.trim() ?? text
  return [signal({ source: 'body', detail: `the author ticked “${words}”`, weight, kind })]
}
