import { type EditedWords, isSame, merged, wordsOf } from './words.ts'

/** The stored words that an edit starts from. */
export type Base = EditedWords & { version: number }

/**
 * An entry while it is edited. `saved`: nothing is under way; the words may differ from the base. `conflict`: somebody else changed the
 * same field, and `theirs` is what they stored.
 */
export interface EditorState {
  words: EditedWords
  base: Base
  saving: 'saved' | 'saving' | 'failed' | 'conflict'
  error: Error | null
  theirs: Base | null
}

export type EditorAction =
  | { type: 'typed'; part: Partial<EditedWords> }
  /** The entry was read again. */
  | { type: 'arrived'; entry: Base }
  | { type: 'sent' }
  /** `sent`: the words that were saved; null where the change was of something else. */
  | { type: 'stored'; entry: Base; sent: EditedWords | null }
  /** Somebody else changed the other field: both changes are kept. */
  | { type: 'joined'; entry: Base }
  | { type: 'conflicted'; entry: Base }
  | { type: 'failed'; error: Error }
  | { type: 'online' }
  /** What to save of a conflict was chosen. */
  | { type: 'chosen'; words: EditedWords }
  | { type: 'discarded'; entry: Base }

/** The state of an editor that opens, with what was typed and not saved the last time. */
export const opened = (entry: Base, kept: (EditedWords & { base: Base }) | null): EditorState => ({
  words: wordsOf(kept ?? entry),
  base: baseOf(kept?.base ?? entry),
  saving: 'saved',
  error: null,
  theirs: null,
})

export const isDirty = ({ words, base }: EditorState): boolean => !isSame(words, base)

export function edited(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'typed': {
      const saving = state.saving === 'failed' ? 'saved' : state.saving
      return { ...state, words: { ...state.words, ...action.part }, saving }
    }
    // A newer version that somebody else made is adopted while nothing is typed.
    case 'arrived': {
      const isNews = action.entry.version > state.base.version && state.saving !== 'saving' && !isDirty(state)
      return isNews ? { ...state, words: wordsOf(action.entry), base: baseOf(action.entry) } : state
    }
    case 'sent':
      return { ...state, saving: 'saving', error: null }
    case 'stored':
      return stored(state, action.entry, action.sent)
    case 'joined':
      return { ...state, words: merged(state.base, state.words, action.entry, state.words) }
    case 'conflicted':
      return { ...state, saving: 'conflict', theirs: action.entry }
    case 'failed':
      return { ...state, saving: 'failed', error: action.error }
    // What failed while the server could not be reached is sent when it can be.
    case 'online':
      return state.saving === 'failed' ? { ...state, saving: 'saved' } : state
    case 'chosen':
      return { ...state, words: action.words, base: baseOf(state.theirs ?? state.base) }
    // What the other person did not touch stays as it was typed.
    case 'discarded': {
      const { theirs, base, words } = state
      const clean = opened(action.entry, null)
      return theirs ? { ...clean, words: merged(base, words, theirs, theirs) } : clean
    }
  }
}

/** What is typed while a change is on its way stays. The server may have stored the words trimmed. */
function stored(state: EditorState, entry: Base, sent: EditedWords | null): EditorState {
  const isClean = !isDirty(state)
  const base = sent || isClean || isSame(state.base, entry) ? baseOf({ ...entry, ...sent }) : state.base
  const words = !sent && isClean ? wordsOf(entry) : state.words
  return { words, base, saving: 'saved', error: null, theirs: null }
}

const baseOf = ({ title, body, version }: Base): Base => ({ title, body, version })
