import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { act, actOnEach, watchChange } from '../api/client.ts'
import { connection } from '../api/connection.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { editionQuery } from '../api/entry-queries.ts'
import { itemsOf } from '../edition/edition.ts'
import { stopsForWords } from '../entry/editor/kept-words.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { shortTime } from '../time.ts'
import { type Decidable, type Decision, itemFrom, leavesInbox, messageFor, named } from './decision.ts'
import { showInRows } from './rows.ts'
import { undoOf, useUndone } from './undo-events.ts'

/** The decisions after which a draft waits for nobody's words any more. */
const ENDS_DRAFTING: ReadonlySet<Decision['action']> = new Set([
  'entry publish',
  'entry queue',
  'entry dismiss',
])

/**
 * Decides about rows. Rows that leave the list are hidden at once, and shown again if the server refuses.
 * Decisions wait while the server cannot be reached.
 */
export function useDecisions() {
  const { id: account, timeZone } = useAccount()
  const queries = useQueryClient()
  /** The ids of the rows that are hidden because they were decided about. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  /**
   * The last request about each item. Requests about one item run one after the other, so that each knows the
   * version that the one before it made.
   */
  const tails = useRef(new Map<string, Promise<unknown>>())
  const versions = useRef(new Map<string, number>())

  const hide = (ids: readonly string[]) => setGone(before => before.union(new Set(ids)))
  const show = (ids: readonly string[]) => setGone(before => before.difference(new Set(ids)))
  const inOrder = <T>(ids: readonly string[], work: () => Promise<T>): Promise<T> => {
    const next = Promise.all(ids.map(id => tails.current.get(id))).then(work)
    const settled = next.catch(() => {})
    for (const id of ids) tails.current.set(id, settled)
    return next
  }

  /** Shows the entries that the server returned in the rows. */
  const store = (outcomes: Parameters<typeof showInRows>[2]) => {
    for (const { id, entry } of outcomes) if (entry) versions.current.set(id, entry.version)
    showInRows(queries, account, outcomes)
  }

  /** Decides about items, unless words of them are not saved. `next` is read aloud after the outcome. */
  const decide = async (those: readonly Decidable[], decision: Decision, next?: string): Promise<void> => {
    const ids = those.map(({ id }) => id)
    if (ENDS_DRAFTING.has(decision.action) && stopsForWords(await withItems(those))) return
    if (leavesInbox(decision)) hide(ids)
    try {
      if (connection.isAway() && next) toasts.announce(next)
      const sent = inOrder(ids, async () => {
        const items = those.map(one => itemFrom(one, versions.current))
        return actOnEach(account, decision, items)
      })
      // An undo is sent only after the decisions that are still waiting.
      const { change: made, outcomes } = await watchChange(sent)
      const failed = outcomes.filter(one => one.outcome === 'failed')
      store(outcomes.flatMap(one => (one.outcome === 'done' ? [{ id: one.id, entry: one.output }] : [])))
      show(failed.map(({ id }) => id))
      const message = messageFor(decision, outcomes, {
        queuedAt: at => shortTime(at, Date.now(), timeZone),
        titleOf: id => those.find(one => one.id === id)?.title,
      })
      toasts.show(message, failed.length < outcomes.length ? undoOf(made) : undefined, next)
    } catch (error) {
      show(ids)
      toasts.failed(error)
    }
    entriesChanged(account, ids, { except: ['inbox'] })
  }

  /** The entries with those of an edition among them. */
  const withItems = async (those: readonly Decidable[]) => {
    if (!those.some(({ origin }) => origin === 'edition')) return those
    const { edition } = await queries.ensureQueryData(editionQuery(account))
    return edition ? [...those, ...itemsOf(edition)] : those
  }

  /** Marks an entry that was flagged, or that needed words, as fine as it is. */
  const review = async (entry: string, seen: number, title: string, next?: string): Promise<void> => {
    hide([entry])
    try {
      await connection.whenBack()
      await act(account, 'entry edit', { id: entry, seen, reviewed: true })
      toasts.show(named('Stays as it is', title), undefined, next)
    } catch (error) {
      show([entry])
      toasts.failed(error)
    }
    entriesChanged(account, [entry], { except: ['inbox'] })
  }

  useUndone(items => {
    store(items)
    show(items.map(({ id }) => id))
  })

  return { decide, review, gone, hide, forgetGone: () => setGone(new Set()) }
}

export type Decisions = ReturnType<typeof useDecisions>
