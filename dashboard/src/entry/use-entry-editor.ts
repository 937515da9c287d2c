import { useQueryClient } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import { useEffect, useRef, useState } from 'react'
import { api, call } from '../api/client.ts'
import { isConflict } from '../api/error.ts'
import { useAccount } from '../frame/use-account.ts'
import { type EntryDetail, entryQuery } from '../inbox/queries.ts'
import { forgetWords, keepWords, keptWords } from './kept-words.ts'

const route = api.accounts[':account'].entries[':entry']
const SAVE_AFTER_MS = 800

export interface Words {
  title: string
  body: string
}

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

type Stored = EntryDetail['entry']
type Edit = Omit<InferRequestType<typeof route.$patch>['json'], 'seen'>

const wordsOf = ({ title, body }: Words): Words => ({ title, body })
const isSame = (a: Words, b: Words) => a.title === b.title && a.body === b.body

/**
 * The words of an entry while they are edited. A draft is saved a moment after typing; what customers can read already is saved on
 * request only. What is not saved is kept in the browser.
 */
export function useEntryEditor(stored: Stored) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const kept = useRef(keptWords(stored.id))
  const [words, setWords] = useState<Words>(() => wordsOf(kept.current ?? stored))
  const [base, setBase] = useState<Words & { version: number }>(() => kept.current ?? stored)
  const [saved, setSaved] = useState<Words>(() => wordsOf(stored))
  const [state, setState] = useState<SaveState>('saved')
  const [error, setError] = useState<Error | null>(null)
  const [theirs, setTheirs] = useState<Stored | null>(null)
  const isDirty = !isSame(words, saved)
  const savesItself = stored.state === 'draft' || stored.state === 'queued'

  // A newer version that somebody else made is adopted while nothing is typed.
  useEffect(() => {
    if (stored.version <= base.version || isDirty || state === 'saving') return
    setBase(stored)
    setWords(wordsOf(stored))
    setSaved(wordsOf(stored))
  }, [stored, base.version, isDirty, state])

  const save = async (edit: Edit = words, version = base.version): Promise<void> => {
    setState('saving')
    setError(null)
    try {
      const entry = await call(
        route.$patch({ param: { account, entry: stored.id }, json: { seen: version, ...edit } }),
      )
      setBase(entry)
      setSaved(wordsOf(entry))
      setTheirs(null)
      setState('saved')
      forgetWords(stored.id)
      for (const key of ['entry', 'entries', 'counts', 'queue'])
        void queries.invalidateQueries({ queryKey: [key, account] })
    } catch (failure) {
      if (isConflict(failure) && isStored(failure.current)) {
        setTheirs(failure.current)
        setState('conflict')
      } else {
        setError(failure as Error)
        setState('failed')
      }
    }
  }

  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    if (!isDirty || !savesItself || state === 'saving' || state === 'conflict' || state === 'failed') return
    const timer = setTimeout(() => void latest.current(words, base.version), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [words, base.version, isDirty, savesItself, state])

  const type = (typed: Partial<Words>) => {
    const next = { ...words, ...typed }
    setWords(next)
    if (state === 'failed') setState('unsaved')
    keepWords(stored.id, { ...next, version: base.version })
  }

  return {
    words,
    type,
    isDirty,
    savesItself,
    error,
    state: state === 'saved' && isDirty ? ('unsaved' as const) : state,
    /** The other version, while both have to be reconciled. */
    theirs,
    version: base.version,
    save: () => save(),
    /** Changes other fields, such as the kind. */
    change: (edit: Edit) => save(isDirty ? { ...words, ...edit } : edit),
    /** Saves the chosen words over the other version. */
    resolve: (chosen: Words) => {
      setWords(chosen)
      return save(chosen, theirs?.version)
    },
    discard: () => {
      forgetWords(stored.id)
      void queries.invalidateQueries(entryQuery(account, stored.id))
      setWords(wordsOf(theirs ?? stored))
      setSaved(wordsOf(theirs ?? stored))
      setBase(theirs ?? stored)
      setTheirs(null)
      setState('saved')
    },
  }
}

export type EntryEditor = ReturnType<typeof useEntryEditor>

const isStored = (current: unknown): current is Stored =>
  typeof current === 'object' && current !== null && 'version' in current && 'body' in current
