import { useEffect, useState, useSyncExternalStore } from 'react'
import { act, api, call, type InputOf } from '../../api/client.ts'
import { connection } from '../../api/connection.ts'
import { type EntryDetail, entryQuery } from '../../api/entry-queries.ts'
import { isConflict } from '../../api/error.ts'
import { queryClient } from '../../api/queries.ts'
import { named } from '../../decisions/decision.ts'
import { showStored } from '../../decisions/rows.ts'
import { toasts } from '../../frame/toasts.tsx'
import { useAccount } from '../../frame/use-account.ts'
import { Store } from '../../store.ts'
import { type Base, type EditorAction, type EditorState, edited, isDirty, opened } from './editor-state.ts'
import { keepWords, keptWords } from './kept-words.ts'
import { changed, contested, type EditedWords, isSame, merged } from './words.ts'

const route = api.accounts[':account'].entries[':entry']
const SAVE_AFTER_MS = 800

type Stored = EntryDetail['entry']
type Edit = Omit<InputOf<'entry edit'>, 'id' | 'seen'>
/** Sends a change of the entry, based on this version. */
type Send = (from: Base, words: EditedWords) => Promise<Stored>

/** The part of a picture to keep, and the poster of a recording. */
export interface MediaParts {
  crop: string | undefined
  poster: Blob | null
}

/** The editors that are on the page, and those of words that are not saved yet, by entry. */
const editors = new Map<string, EntryEditing>()

/** Discards the words that were typed for an entry, also those that were kept before a reload. */
export function discardWords(entry: string): void {
  editors.get(entry)?.discard()
  keepWords(entry, null)
}

connection.subscribe(() => {
  if (connection.state() === 'online') for (const editor of editors.values()) editor.tryAgain()
})

addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const editor of editors.values()) editor.saveNow()
})

/**
 * An entry that is being edited. The words of a draft are saved a moment after typing; words that customers can already read are saved only
 * on request. Unsaved words are kept in the browser, and are still saved after their page was left. Other fields are saved at once.
 */
class EntryEditing extends Store {
  readonly #account: string
  readonly #kept: EditedWords | null
  /** The entry as the page shows it. */
  #stored: Stored
  #state: EditorState
  #shown = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(account: string, stored: Stored) {
    super()
    const kept = keptWords(stored.id)
    this.#account = account
    this.#stored = stored
    this.#kept = kept
    this.#state = opened(stored, kept)
  }

  readonly state = (): EditorState => this.#state

  get savesItself(): boolean {
    return savesItself(this.#stored)
  }

  /** The entry was reloaded. */
  readonly arrive = (entry: Stored): void => {
    const isOpenAgain = savesItself(entry) && !this.savesItself
    if (entry.version >= this.#stored.version) this.#stored = entry
    this.#do(isOpenAgain ? { type: 'retried' } : { type: 'arrived', entry })
  }

  /** Follows the entry until its page is left, which calls the returned function. */
  readonly show = (): (() => void) => {
    this.#shown++
    this.#do({ type: 'retried' })
    return () => {
      this.#shown--
      if (this.#isDue()) void this.save()
      else this.#settle()
    }
  }

  readonly type = (part: Partial<EditedWords>): void => this.#do({ type: 'typed', part })

  tryAgain(): void {
    this.#do({ type: 'retried' })
  }

  /** Saves what would be saved in a moment, because the page may be closed before that. */
  saveNow(): void {
    if (this.#isDue()) void this.save()
  }

  readonly save = (sent: EditedWords = this.#state.words, from: Base = this.#state.base): Promise<boolean> =>
    this.#submit((at, mine) => this.#patch(changed(at, mine), at.version), sent, from)

  /** Changes other fields, such as the kind. */
  readonly change = (edit: Edit): Promise<boolean> =>
    this.#submit(({ version }) => this.#patch(edit, version))

  /** Adds an image or a recording, or replaces the current one. */
  readonly upload = (file: File, alt: string, parts: MediaParts): Promise<boolean> =>
    this.#submit(async ({ version }) => {
      const query = { alt, seen: String(version), ...(await mediaParts(this.#account, parts)) }
      return call(route.image.$put({ param: this.#param, query }, withBody(file)))
    })

  /** Uses a picture or recording of a pull request as the image. */
  readonly takePicture = (key: string, alt: string, parts: MediaParts): Promise<boolean> =>
    this.#submit(async ({ version: seen }) => {
      const json = { key, alt, seen, ...(await mediaParts(this.#account, parts)) }
      return call(route.pictures.use.$post({ param: this.#param, json }))
    })

  /** Asks the machine for other words, as a proposal. */
  readonly regenerate = (): Promise<boolean> =>
    this.#submit(async ({ version: seen }) => {
      const { entry, proposal } = await act(this.#account, 'entry regenerate', { id: this.#stored.id, seen })
      if (!proposal) toasts.show('The machine has no other words for it.')
      return entry
    })

  /** Accepts or declines the machine's proposal, for the words that the page shows and no others. */
  readonly answer = (take: boolean): Promise<boolean> => {
    const { id, version: seen } = this.#stored
    return this.#submit(() => act(this.#account, 'entry answer', { id, seen, take }))
  }

  /** Saves the chosen words over the other version. */
  readonly resolve = (chosen: EditedWords): Promise<boolean> => {
    const { theirs, base } = this.#state
    this.#do({ type: 'chosen', words: chosen })
    return this.save(chosen, theirs ?? base)
  }

  /** Discards the typed words. They can be restored for a moment. */
  readonly discard = (): void => {
    const { words, theirs } = this.#state
    this.#do({ type: 'discarded', entry: theirs ?? this.#stored })
    void queryClient.invalidateQueries(entryQuery(this.#account, this.#stored.id))
    const bringBack = () => this.type(words)
    toasts.show('Your version was discarded.', { label: 'Bring it back', run: bringBack })
  }

  get #param() {
    return { account: this.#account, entry: this.#stored.id }
  }

  #patch(edit: Edit, seen: number): Promise<Stored> {
    return act(this.#account, 'entry edit', { id: this.#stored.id, seen, ...edit })
  }

  #do(action: EditorAction): void {
    const before = this.#state
    // What arrived while words were on their way is adopted after them.
    this.#state = edited(edited(before, action), { type: 'arrived', entry: this.#stored })
    if (this.#state === before && editors.get(this.#stored.id) === this) return
    const { words, base } = this.#state
    if (isDirty(this.#state)) keepWords(this.#stored.id, { ...words, base })
    else if (isDirty(before)) keepWords(this.#stored.id, null)
    editors.set(this.#stored.id, this)
    // The words are saved a moment after the last letter, not after the first.
    clearTimeout(this.#timer)
    if (this.#isDue()) this.#timer = setTimeout(() => void this.save(), SAVE_AFTER_MS)
    else this.#settle()
    this.changed()
  }

  /** Whether words are to be saved without a request. */
  #isDue(): boolean {
    return isDirty(this.#state) && this.savesItself && this.#state.saving === 'saved'
  }

  /** Ends what has no page any more once its words are saved, or says that they are not. */
  #settle(): void {
    if (this.#shown > 0 || this.#state.saving === 'saving') return
    const { id, title } = this.#stored
    if (!isDirty(this.#state)) editors.delete(id)
    else toasts.show(`${named('Not saved', title)} What you typed is kept in this browser.`)
  }

  /**
   * Saves a change, and resolves to whether that succeeded. If somebody else changed other fields meanwhile, it is sent again, based on
   * theirs. `sent` are the words that are saved; null if something else is changed. `unasked`: nobody asked for it, so
   * that it must not reach readers if the entry is published before it arrives.
   */
  async #submit(
    send: Send,
    sent: EditedWords | null = null,
    from = this.#state.base,
    unasked = this.savesItself,
  ): Promise<boolean> {
    this.#do({ type: 'sent' })
    try {
      const entry = await send(from, sent ?? this.#state.words)
      this.#stored = entry
      this.#do({ type: 'stored', entry, sent })
      showStored(queryClient, this.#account, entry)
      return true
    } catch (failure) {
      const current = isConflict(failure) ? failure.current : null
      if (isStored(current) && current.version > from.version && this.#isOpenTo(current, sent, unasked))
        return this.#meet(send, sent, from, current, unasked)
      if (current) void queryClient.invalidateQueries(entryQuery(this.#account, this.#stored.id))
      const error = failure as Error
      this.#do({ type: sent ? 'failed' : 'refused', error })
      if (!sent) toasts.failed(error)
      return false
    }
  }

  /** Whether a change of an earlier version may be sent for this one: not over what the person has not seen, nor to readers unasked. */
  #isOpenTo(current: Stored, sent: EditedWords | null, unasked: boolean): boolean {
    if (sent) return savesItself(current) || !unasked
    return OTHER_FIELDS.every(field => JSON.stringify(current[field]) === JSON.stringify(this.#stored[field]))
  }

  #meet(
    send: Send,
    sent: EditedWords | null,
    from: Base,
    current: Stored,
    unasked: boolean,
  ): Promise<boolean> | false {
    if (!sent) return this.#submit(send, null, current)
    // The page before a reload may have saved its words only now: these are no other person's.
    const isOwn = this.#kept && isSame(this.#kept, current)
    if (!isOwn && contested(from, sent, current).length > 0) {
      this.#do({ type: 'conflicted', entry: current })
      return false
    }
    this.#do({ type: 'joined', entry: current })
    return this.#submit(send, merged(from, sent, current, sent), current, unasked)
  }
}

/** The fields besides the words that people and the machine change. */
const OTHER_FIELDS = [
  'state',
  'kind',
  'magnitude',
  'setId',
  'image',
  'flag',
  'needsWords',
  'proposal',
] as const

const savesItself = ({ state }: Stored): boolean => state === 'draft' || state === 'queued'

/** The typed client only sends JSON, so a file is passed to the request itself. */
const withBody = (file: Blob) => ({ init: { body: file } })

/** Prepares the parameters of an upload. The poster is stored first. */
async function mediaParts(account: string, { crop, poster }: MediaParts) {
  const { images } = api.accounts[':account']
  const stored = poster && (await call(images.$post({ param: { account } }, withBody(poster))))
  return { ...(crop !== undefined && { crop }), ...(stored && { poster: stored.sha256 }) }
}

const isStored = (current: unknown): current is Stored =>
  typeof current === 'object' && current !== null && 'version' in current && 'body' in current

/** The editing of an entry, as the page shows it. */
export function useEntryEditor(stored: Stored) {
  const { id: account, role } = useAccount()
  const [editing] = useState(() => editors.get(stored.id) ?? new EntryEditing(account, stored))
  const state = useSyncExternalStore(editing.subscribe, editing.state)
  useEffect(() => editing.show(), [editing])
  useEffect(() => editing.arrive(stored), [editing, stored])
  // Another role may save what this one could not.
  useEffect(() => void (role && editing.tryAgain()), [editing, role])
  const { words, base, saving, theirs, error } = state
  const dirty = isDirty(state)
  return {
    ...editing,
    ...{ words, base, error },
    isDirty: dirty,
    state: saving === 'saved' && dirty ? ('unsaved' as const) : saving,
    /** The other version, during a conflict. */
    theirs,
    version: base.version,
    savesItself: editing.savesItself,
  }
}

export type EntryEditor = ReturnType<typeof useEntryEditor>
