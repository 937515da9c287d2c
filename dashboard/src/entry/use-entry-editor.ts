import { useQueryClient } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { api, call } from '../api/client.ts'
import { connection } from '../api/connection.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { type EntryDetail, entryQuery } from '../api/entry-queries.ts'
import { isConflict } from '../api/error.ts'
import { showInRows } from '../decisions/rows.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { forgetWords, isSame, joined, keepWords, keptWords, type Words, wordsOf } from './kept-words.ts'

const route = api.accounts[':account'].entries[':entry']
const SAVE_AFTER_MS = 800

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

type Stored = EntryDetail['entry']
type Edit = Omit<InferRequestType<typeof route.$patch>['json'], 'seen'>
type Base = Words & { version: number }
/** Sends a change of the entry at this version. */
type Send = (seen: number, words: Words) => Promise<Stored>

/**
 * An entry while it is edited. The words of a draft are saved a moment after typing; what customers can read already is saved on
 * request only. What is not saved is kept in the browser. Other fields are saved at once.
 */
export function useEntryEditor(stored: Stored) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const [kept] = useState(() => keptWords(stored.id))
  const [words, setWords] = useState<Words>(() => wordsOf(kept ?? stored))
  const [base, setBase] = useState<Base>(() => kept?.base ?? stored)
  const [state, setState] = useState<SaveState>('saved')
  const [error, setError] = useState<Error | null>(null)
  const [theirs, setTheirs] = useState<Stored | null>(null)
  const isDirty = !isSame(words, base)
  const savesItself = stored.state === 'draft' || stored.state === 'queued'
  const param = { account, entry: stored.id }
  const typed = useRef(words)
  typed.current = words

  // A newer version that somebody else made is adopted while nothing is typed.
  useEffect(() => {
    if (stored.version <= base.version || isDirty || state === 'saving') return
    setBase(stored)
    setWords(wordsOf(stored))
  }, [stored, base.version, isDirty, state])

  /** `sent`: the words that were saved; null where the change was of something else. The server may have stored them trimmed. */
  const adopt = (entry: Stored, sent: Words | null) => {
    const isClean = isSame(typed.current, base)
    const next = sent || isClean || isSame(base, entry) ? baseOf({ ...entry, ...sent }) : base
    setBase(next)
    if (!sent && isClean) setWords(wordsOf(entry))
    setTheirs(null)
    setState('saved')
    if (isClean || isSame(typed.current, next)) forgetWords(entry.id)
    else keepWords(entry.id, { ...typed.current, base: next })
    queries.setQueryData<EntryDetail>(
      entryQuery(account, entry.id).queryKey,
      detail => detail && { ...detail, entry },
    )
    showInRows(queries, account, [{ id: entry.id, entry }])
    entriesChanged(account, [entry.id], { except: ['inbox'] })
  }

  /** Resolves to whether it was saved. Where somebody else changed other fields meanwhile, it is sent again with theirs. */
  const submit = async (send: Send, sent: Words | null, from: Base = base): Promise<boolean> => {
    setState('saving')
    setError(null)
    try {
      adopt(await send(from.version, sent ?? words), sent)
      return true
    } catch (failure) {
      const current = isConflict(failure) ? failure.current : null
      if (isStored(current) && current.version > from.version) return meet(send, sent, from, current)
      setError(failure as Error)
      setState('failed')
      return false
    }
  }

  const meet = async (send: Send, sent: Words | null, from: Base, current: Stored): Promise<boolean> => {
    if (!sent) return submit(send, null, current)
    const both = joined(from, sent, current)
    if (both) {
      setWords(now => joined(from, now, current) ?? now)
      return submit(send, both, current)
    }
    setTheirs(current)
    setState('conflict')
    return false
  }

  const patch = (edit: Edit, seen: number) => call(route.$patch({ param, json: { seen, ...edit } }))
  const save = (sent = words, from = base) => submit((seen, mine) => patch(mine, seen), sent, from)
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (!isDirty || !savesItself || state === 'saving' || state === 'conflict' || state === 'failed') return
    const timer = setTimeout(() => void latest.current(words), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [words, isDirty, savesItself, state])

  // What was typed last is saved when the entry is left.
  const leaving = useRef(() => {})
  leaving.current = () => {
    if (isDirty && savesItself && state === 'saved') void save()
  }
  useEffect(() => () => leaving.current(), [])

  // What failed while the server could not be reached is sent when it can.
  const isOnline = useSyncExternalStore(connection.subscribe, connection.state) === 'online'
  useEffect(() => {
    if (isOnline) setState(now => (now === 'failed' ? 'saved' : now))
  }, [isOnline])

  const type = (part: Partial<Words>) => {
    const next = { ...words, ...part }
    setWords(next)
    if (state === 'failed') setState('unsaved')
    keepWords(stored.id, { ...next, base: baseOf(base) })
  }

  return {
    words,
    type,
    isDirty,
    savesItself,
    error,
    state: state === 'saved' && isDirty ? ('unsaved' as const) : state,
    base,
    /** The other version, while both have to be reconciled. */
    theirs,
    version: base.version,
    save: () => save(),
    /** Changes other fields, such as the kind. */
    change: (edit: Edit) => submit(seen => patch(edit, seen), null),
    /** Adds an image, or replaces the one there is. */
    upload: (file: File, alt: string) =>
      submit(
        seen => call(route.image.$put({ param, query: { alt, seen: String(seen) } }, withBody(file))),
        null,
      ),
    /** Asks the machine for other words, as a proposal. */
    regenerate: () =>
      submit(async seen => {
        const { entry, proposal } = await call(route.regenerate.$post({ param, json: { seen } }))
        if (!proposal) toasts.show('The machine has no other words for it.')
        return entry
      }, null),
    /** Takes the machine's proposal, or declines it. */
    answer: (take: boolean) =>
      submit(seen => call(route.proposal.$post({ param, json: { seen, take } })), null),
    /** Saves the chosen words over the other version. */
    resolve: (chosen: Words) => {
      setWords(chosen)
      return save(chosen, theirs ?? base)
    },
    discard: () => {
      forgetWords(stored.id)
      void queries.invalidateQueries(entryQuery(account, stored.id))
      setWords(wordsOf(theirs ?? stored))
      setBase(theirs ?? stored)
      setTheirs(null)
      setState('saved')
    },
  }
}

export type EntryEditor = ReturnType<typeof useEntryEditor>

const baseOf = ({ title, body, version }: Base): Base => ({ title, body, version })

/** The typed client sends JSON only, so a file is handed to the request itself. */
const withBody = (file: File) => ({ init: { body: file } })

const isStored = (current: unknown): current is Stored =>
  typeof current === 'object' && current !== null && 'version' in current && 'body' in current
