import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { act, api, call, type InputOf } from '../../api/client.ts'
import { connection } from '../../api/connection.ts'
import { type EntryDetail, entryQuery } from '../../api/entry-queries.ts'
import { isConflict } from '../../api/error.ts'
import { showStored } from '../../decisions/rows.ts'
import { toasts } from '../../frame/toasts.tsx'
import { useAccount } from '../../frame/use-account.ts'
import { type Base, edited, isDirty, opened } from './editor-state.ts'
import { forgetWords, keepWords, keptWords } from './kept-words.ts'
import { changed, contested, type EditedWords, isSame, merged } from './words.ts'

const route = api.accounts[':account'].entries[':entry']
const SAVE_AFTER_MS = 800

type Stored = EntryDetail['entry']
type Edit = Omit<InputOf<'entry edit'>, 'id' | 'seen'>
/** Sends a change of the entry, based on this version. */
type Send = (from: Base, words: EditedWords) => Promise<Stored>

/**
 * An entry that is being edited. The words of a draft are saved a moment after typing; words that customers can already read are saved only
 * on request. Unsaved words are kept in the browser. Other fields are saved at once.
 */
export function useEntryEditor(stored: Stored) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const [kept] = useState(() => keptWords(stored.id))
  const [state, dispatch] = useReducer(edited, stored, entry => opened(entry, kept))
  const { words, base, saving, theirs } = state
  const dirty = isDirty(state)
  const savesItself = stored.state === 'draft' || stored.state === 'queued'
  const param = { account, entry: stored.id }

  const isBehind = stored.version > base.version && !dirty && saving !== 'saving'
  useEffect(() => {
    if (isBehind) dispatch({ type: 'arrived', entry: stored })
  }, [stored, isBehind])

  const isKept = useRef(false)
  useEffect(() => {
    if (dirty) keepWords(stored.id, { ...words, base })
    else if (isKept.current) forgetWords(stored.id)
    isKept.current = dirty
  }, [stored.id, words, base, dirty])

  /**
   * Saves a change, and resolves to whether that succeeded. If somebody else changed other fields meanwhile,
   * it is sent again, based on theirs.
   */
  const submit = async (send: Send, sent: EditedWords | null, from: Base = base): Promise<boolean> => {
    dispatch({ type: 'sent' })
    try {
      const entry = await send(from, sent ?? words)
      dispatch({ type: 'stored', entry, sent })
      showStored(queries, account, entry)
      return true
    } catch (failure) {
      const current = isConflict(failure) ? failure.current : null
      if (isStored(current) && current.version > from.version) return meet(send, sent, from, current)
      dispatch({ type: 'failed', error: failure as Error })
      return false
    }
  }

  const meet = (
    send: Send,
    sent: EditedWords | null,
    from: Base,
    current: Stored,
  ): Promise<boolean> | false => {
    if (!sent) return submit(send, null, current)
    // The page that the person came from may have saved their words only now: these are no other person's.
    const isOwn = kept && isSame(kept, current)
    if (!isOwn && contested(from, sent, current).length > 0) {
      dispatch({ type: 'conflicted', entry: current })
      return false
    }
    dispatch({ type: 'joined', entry: current })
    return submit(send, merged(from, sent, current, sent), current)
  }

  const { id } = stored
  const patch = (edit: Edit, seen: number) => act(account, 'entry edit', { id, seen, ...edit })
  const save = (sent = words, from = base) =>
    submit((at, mine) => patch(changed(at, mine), at.version), sent, from)
  // The words are saved a moment after the last letter, not after the first.
  const saveTyped = useEffectEvent((typed: EditedWords) => void save(typed))
  useEffect(() => {
    if (!dirty || !savesItself || saving !== 'saved') return
    const timer = setTimeout(() => saveTyped(words), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [words, dirty, savesItself, saving])

  // The last words are saved when the person leaves the entry.
  const leave = useEffectEvent(() => {
    if (dirty && savesItself && saving === 'saved') void save()
  })
  useEffect(() => () => leave(), [])

  const isOnline = useSyncExternalStore(connection.subscribe, connection.state) === 'online'
  useEffect(() => {
    if (isOnline) dispatch({ type: 'online' })
  }, [isOnline])

  return {
    words,
    type: (part: Partial<EditedWords>) => dispatch({ type: 'typed', part }),
    isDirty: dirty,
    savesItself,
    error: state.error,
    state: saving === 'saved' && dirty ? ('unsaved' as const) : saving,
    base,
    /** The other version, during a conflict. */
    theirs,
    version: base.version,
    save: () => save(),
    /** Changes other fields, such as the kind. */
    change: (edit: Edit) => submit(({ version }) => patch(edit, version), null),
    /** Adds an image or a recording, or replaces the current one. */
    upload: (file: File, alt: string, parts: MediaParts) =>
      submit(async ({ version }) => {
        const query = { alt, seen: String(version), ...(await mediaParts(account, parts)) }
        return call(route.image.$put({ param, query }, withBody(file)))
      }, null),
    /** Uses a picture or recording of a pull request as the image. */
    takePicture: (key: string, alt: string, parts: MediaParts) =>
      submit(async ({ version: seen }) => {
        const json = { key, alt, seen, ...(await mediaParts(account, parts)) }
        return call(route.pictures.use.$post({ param, json }))
      }, null),
    /** Asks the machine for other words, as a proposal. */
    regenerate: () =>
      submit(async ({ version: seen }) => {
        const { entry, proposal } = await act(account, 'entry regenerate', { id, seen })
        if (!proposal) toasts.show('The machine has no other words for it.')
        return entry
      }, null),
    /** Accepts or declines the machine's proposal. */
    answer: (take: boolean) =>
      submit(({ version: seen }) => act(account, 'entry answer', { id, seen, take }), null),
    /** Saves the chosen words over the other version. */
    resolve: (chosen: EditedWords) => {
      dispatch({ type: 'chosen', words: chosen })
      return save(chosen, theirs ?? base)
    },
    /** Discards the typed words. They can be restored for a moment. */
    discard: () => {
      dispatch({ type: 'discarded', entry: theirs ?? stored })
      void queries.invalidateQueries(entryQuery(account, stored.id))
      const bringBack = () => {
        // If the person has left the entry, the words wait until it is opened again.
        keepWords(stored.id, { ...words, base: theirs ?? stored })
        dispatch({ type: 'typed', part: words })
      }
      toasts.show('Your version was discarded.', { label: 'Bring it back', run: bringBack })
    },
  }
}

export type EntryEditor = ReturnType<typeof useEntryEditor>

/** The typed client only sends JSON, so a file is passed to the request itself. */
const withBody = (file: Blob) => ({ init: { body: file } })

/** The part of a picture to keep, and the poster of a recording. */
export interface MediaParts {
  crop: string | undefined
  poster: Blob | null
}

/** Prepares the parameters of an upload. The poster is stored first. */
async function mediaParts(account: string, { crop, poster }: MediaParts) {
  const { images } = api.accounts[':account']
  const stored = poster && (await call(images.$post({ param: { account } }, withBody(poster))))
  return { ...(crop !== undefined && { crop }), ...(stored && { poster: stored.sha256 }) }
}

const isStored = (current: unknown): current is Stored =>
  typeof current === 'object' && current !== null && 'version' in current && 'body' in current
