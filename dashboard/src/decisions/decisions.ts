import { useQueryClient } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { useRef, useState } from 'react'
import { api, call } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { KINDS } from '../kinds.ts'
import { slotTime } from '../time.ts'
import { showInRows } from './rows.ts'
import { askToUndo, useUndone } from './undo-events.ts'

const { bulk } = api.accounts[':account']

/** One of: a transition, a classification, a time in the queue. */
export type Decision = Omit<InferRequestType<typeof bulk.$post>['json'], 'items'>

type Outcome = InferResponseType<typeof bulk.$post, 200>['outcomes'][number]
type ChangedEntry = Extract<Outcome, { outcome: 'done' }>['entry']

/** Whether a decided row leaves the inbox. A changed kind or magnitude keeps it there. */
const leavesInbox = ({ classification }: Decision): boolean =>
  classification === undefined || classification.visibility === 'internal'

/** Decides about rows. The rows that left are hidden at once, and come back when the server refuses. */
export function useDecisions() {
  const { id: account, timeZone } = useAccount()
  const queries = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  /** Requests about one item run one after the other, so that each knows the version that the one before it made. */
  const tails = useRef(new Map<string, Promise<unknown>>())
  const versions = useRef(new Map<string, number>())

  const hide = (ids: readonly string[]) => setGone(before => new Set([...before, ...ids]))
  const show = (ids: readonly string[]) =>
    setGone(before => new Set([...before].filter(id => !ids.includes(id))))
  const inOrder = <T>(ids: readonly string[], work: () => Promise<T>): Promise<T> => {
    const next = Promise.all(ids.map(id => tails.current.get(id))).then(work)
    const settled = next.catch(() => {})
    for (const id of ids) tails.current.set(id, settled)
    return next
  }

  /** Brings what the server answered into the rows that are shown. */
  const store = (outcomes: readonly { id: string; entry: ChangedEntry }[]) => {
    for (const { id, entry } of outcomes) if (entry) versions.current.set(id, entry.version)
    showInRows(queries, account, outcomes)
  }

  const decide = async (those: readonly Decidable[], decision: Decision): Promise<void> => {
    const ids = those.map(({ id }) => id)
    if (leavesInbox(decision)) hide(ids)
    try {
      const { change: made, outcomes } = await inOrder(ids, () => {
        const items = those.map(one => itemFrom(one, versions.current))
        return call(bulk.$post({ param: { account }, json: { ...decision, items } }, KEEP_ALIVE))
      })
      const failed = outcomes.filter(one => one.outcome === 'failed')
      store(outcomes.filter(one => one.outcome === 'done'))
      show(failed.map(({ id }) => id))
      const message = messageFor(decision, outcomes, timeZone)
      toasts.show(
        message,
        failed.length < outcomes.length ? { label: 'Undo', run: () => void askToUndo(made) } : undefined,
      )
    } catch (error) {
      show(ids)
      toasts.show(error instanceof Error ? error.message : 'That did not work.')
    }
    entriesChanged(account, ids, { except: ['inbox'] })
  }

  useUndone(items => {
    store(items)
    show(items.map(({ id }) => id))
  })

  return { decide, gone, hide, forgetGone: () => setGone(new Set()) }
}

/** An entry, or a pull request without one, and the version that the person sees. */
export interface Decidable {
  id: string
  version: number | null
}

/** A version that this page made itself is newer than the one that it shows. */
const itemFrom = ({ id, version }: Decidable, versions: ReadonlyMap<string, number>) => {
  const seen = Math.max(versions.get(id) ?? 0, version ?? 0)
  return { id, ...(seen > 0 && { seen }) }
}

/** A decision reaches the server even when the page is left. */
const KEEP_ALIVE = { init: { keepalive: true } }

/** What a decision did, for the toast. */
function messageFor(decision: Decision, outcomes: readonly Outcome[], timeZone: string): string {
  const done = outcomes.filter(one => one.outcome === 'done')
  const failed = outcomes.filter(one => one.outcome === 'failed')
  const reason = failed[0]?.detail ?? ''
  if (done.length === 0) return reason
  const what =
    done.length === 1
      ? oneMessage(decision, done[0]?.entry ?? null, timeZone)
      : `${done.length} ${pluralOf(decision)}.`
  return failed.length === 0 ? what : `${what} ${failed.length} not: ${reason}`
}

function oneMessage(decision: Decision, entry: ChangedEntry, timeZone: string): string {
  if (decision.queue !== undefined && entry?.queuedFor !== undefined)
    return `${typeof decision.queue === 'object' ? 'Moved to' : 'Queued for'} ${slotTime(entry.queuedFor, Date.now(), timeZone)}.`
  const { classification, transition } = decision
  if (transition === 'publish') return 'Goes out in 10 seconds.'
  if (transition === 'unqueue') return 'Back among the drafts.'
  if (transition === 'withdraw') return 'Withdrawn.'
  if (transition === 'republish') return 'Published again.'
  if (transition === 'dismiss') return 'Dismissed.'
  if (transition === 'restore') return 'Restored as a draft.'
  if (classification?.visibility === 'internal') return 'Marked as not for customers.'
  if (classification?.visibility) return 'Marked as for customers.'
  if (classification?.kind) return `Kind is now ${KINDS[classification.kind].label.toLowerCase()}.`
  if (classification?.magnitude) return `Magnitude is now ${classification.magnitude}.`
  return 'Done.'
}

function pluralOf({ transition, classification, queue }: Decision): string {
  if (queue !== undefined) return 'entries queued'
  if (transition === 'publish') return 'entries go out in 10 seconds'
  if (transition === 'dismiss') return 'entries dismissed'
  return classification?.visibility === 'internal' ? 'marked as not for customers' : 'entries changed'
}
