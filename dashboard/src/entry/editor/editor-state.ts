import { type EditedWords, isSame, merged, wordsOf } from './words.ts'

/** The stored words that an edit starts from. */
export type Base = EditedWords & { version: number }

/**
 * The state of an entry that is being edited. `saved`: no request is running; the words may differ from the
 * base. `conflict`: somebody else changed the same field, and `theirs` is what they stored.
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
  /** The entry was reloaded. */
  | { type: 'arrived'; entry: Base }
  | { type: 'sent' }
  /** `sent` are the words that were saved; null if something else was changed. */
  | { type: 'stored'; entry: Base; sent: EditedWords | null }
  /** Somebody else changed the other field, and both changes are kept. */
  | { type: 'joined'; entry: Base }
  | { type: 'conflicted'; entry: Base }
  | { type: 'failed'; error: Error }
  /** A change of something else than the words was not made. */
  | { type: 'refused'; error: Error }
  | { type: 'retried' }
  /** The person chose which words of a conflict to save. */
  | { type: 'chosen'; words: EditedWords }
  | { type: 'discarded'; entry: Base }

/** The initial state of an editor, with unsaved words from the last time. */
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
    // A newer version by somebody else is adopted if nothing was typed.
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
    case 'refused':
      return { ...state, saving: 'saved', error: action.error }
    // A save that failed is repeated when the server can be reached, and when the entry is open to changes again.
    case 'retried':
      return state.saving === 'failed' ? { ...state, saving: 'saved' } : state
    case 'chosen':
      return { ...state, words: action.words, base: baseOf(state.theirs ?? state.base) }
    // Words that the other person did not change stay as they were typed.
    case 'discarded': {
      const { theirs, base, words } = state
      const clean = opened(action.entry, null)
      return theirs ? { ...clean, words: merged(base, words, theirs, theirs) } : clean
    }
  }
}

/** Words that are typed while a change is being saved stay. The server may have trimmed the stored words. */
function stored(state: EditorState, entry: Base, sent: EditedWords | null): EditorState {
  const isClean = !isDirty(state)
  const base = sent || isClean || isSame(state.base, entry) ? baseOf({ ...entry, ...sent }) : state.base
  const words = !sent && isClean ? wordsOf(entry) : state.words
  return { words, base, saving: 'saved', error: null, theirs: null }
}

const baseOf = ({ title, body, version }: Base): Base => ({ title, body, version })
