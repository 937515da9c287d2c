import { kindWord } from '#judgement/notes/note.ts'
import type { Magnitude } from '../classification.ts'
import { type Signal, signal } from './signal.ts'
import { breakingSignal } from './title-signals.ts'
import { meaningOfWord, sortOfType } from './vocabulary.ts'

/** `kind/bug`, `type: feature`, `C-bug`, `changelog: Added`: what precedes the word. */
const PREFIX =
  /^(?:kind|type|category|cat|topic|t|c|pr|issue-type|pr-type|change|semver|impact|nature)\s*[-/:=]+\s*/
const CHANGELOG = /^(?:change-?log|release-?notes?|notes?|cl|changelog-type)\s*[-/:=]+\s*/

const words = (text: string): string[] => text.trim().split(/\s+/)
const oneOf = (text: string): string => `(?:${words(text).join('|')})`

/** "no-changelog", "skip-the-release-notes", "exclude-from-changelog": keep a change out of the record. */
const KEEPING_OUT = new RegExp(
  `^${oneOf('no skip without ignore exclude exclude-from hide-from')}-(?:the-)?${oneOf(
    'changelog changelogs change-log change-logs release-note release-notes releasenote releasenotes news release semver',
  )}(?:-${oneOf('entry needed required')})?$`,
)
const KEPT_OUT = new Set(
  words(`
    changelog-not-needed exclude-changelog ignore-for-release ignore-for-release-notes
    internal internal-change internal-only no-user-impact norelease not-user-facing
    release-note-none release-note-not-required releaseskip release-skip semver-skip
    skip-log skip-notes trivial-no-news`),
)
/** Words after "changelog:" and its like that say that there is nothing to announce. */
const NONE = new Set(
  words('exclude excluded hidden ignore internal n/a no no-changelog none not-needed omit skip skipped'),
)
/** Words after "changelog:" and its like that put a change into the record. */
const PUT_IN = new Set(
  words(`
    customer-facing highlight highlights in-changelog notable user-facing whats-new
    release-highlight release-highlights release-note-worthy
    release-note release-notes releasenote releasenotes
    release-note-action-required release-notes-action-required
    releasenote-action-required releasenotes-action-required`),
)

const BUMP_SIZES: Record<string, [number, Magnitude]> = {
  'semver-patch': [0.4, 'patch'],
  'semver-minor': [1.2, 'minor'],
  'semver-major': [1.2, 'minor'],
}

const DECIDED = 3.5
const HINT = { told: 1.2, untold: -1.8, backstage: -2.6 }

/** Labels that sort changes; those about areas, priorities and the review say nothing here. */
export const labelSignals = (labels: readonly string[]): Signal[] =>
  labels.flatMap(label => readLabel(label) ?? [])

function readLabel(label: string): Signal | null {
  const word = plain(label)
  const said = `the label is “${label}”`
  const changelog = word.replace(CHANGELOG, '')
  if (KEPT_OUT.has(word) || KEEPING_OUT.test(word) || (changelog !== word && NONE.has(changelog)))
    return decided(said, -DECIDED)
  const meaning = meaningOfWord(changelog)
  if (changelog !== word && meaning !== null) {
    return { ...decided(said, meaning.told ? DECIDED : -DECIDED), kind: meaning.kind }
  }
  if (PUT_IN.has(word)) return { ...decided(said, DECIDED), kind: null }
  return bumpLabel(word, said) ?? sortLabel(word.replace(PREFIX, ''), said)
}

/** A label in lower case, without emoji and other ornaments. */
const plain = (label: string): string =>
  kindWord(label.replace(/[^\p{L}\p{N}\s:/=._-]/gu, '')).replace(/^-+|(?<!-)-+$/g, '')

const decided = (detail: string, weight: number): Signal =>
  signal({ source: 'label', detail, weight, kind: weight < 0 ? 'maintenance' : null, binding: true })

function bumpLabel(word: string, detail: string): Signal | null {
  const found = BUMP_SIZES[word.replace(/[:/]\s*-?/, '-')]
  return found === undefined
    ? null
    : signal({ source: 'label', detail, weight: found[0], magnitude: found[1] })
}

function sortLabel(word: string, detail: string): Signal | null {
  const meaning = meaningOfWord(word)
  if (meaning === null) return null
  if (meaning.breaking) return breakingSignal(detail, 'label')
  if (meaning.told) return signal({ source: 'label', detail, weight: HINT.told, kind: meaning.kind })
  const sort = sortOfType(word)
  const deep = sort === 'ci' || sort === 'test' || sort === 'documentation'
  return signal({ source: 'label', detail, weight: deep ? HINT.backstage : HINT.untold, kind: meaning.kind })
}
