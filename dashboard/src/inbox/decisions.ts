import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { useRef, useState } from 'react'
import { api, call } from '../api/client.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { messageFor, undoneMessage } from './decision-messages.ts'
import { type InboxRow, rowId } from './queries.ts'

const { bulk, undo: undoRoute } = api.accounts[':account']

/** One of: a transition, a classification, a time in the queue. */
export type Decision = Omit<InferRequestType<typeof bulk.$post>['json'], 'items'>

export type Outcome = InferResponseType<typeof bulk.$post, 200>['outcomes'][number]
export type ChangedEntry = Extract<Outcome, { outcome: 'done' }>['entry']
type InboxPage = { items: InboxRow[] }

/** Whether a decided row leaves the inbox. A changed kind or magnitude keeps it there. */
const leavesInbox = ({ classification }: Decision): boolean =>
  classification === undefined || classification.visibility === 'internal'

/** Decides about rows, and undoes decisions. The rows that left are hidden at once, and come back when the server refuses. */
export function useDecisions() {
  const { id: account, timeZone } = useAccount()
  const queries = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  /** Requests about one item run one after the other, so that each knows the version that the one before it made. */
  const tails = useRef(new Map<string, Promise<unknown>>())
  const versions = useRef(new Map<string, number>())
  /** The change of each decision, newest last; null for one that was refused. */
  const changes = useRef<Promise<string | null>[]>([])

  const hide = (ids: readonly string[]) => setGone(before => new Set([...before, ...ids]))
  const show = (ids: readonly string[]) =>
    setGone(before => new Set([...before].filter(id => !ids.includes(id))))
  const inOrder = <T>(ids: readonly string[], work: () => Promise<T>): Promise<T> => {
    const next = Promise.all(ids.map(id => tails.current.get(id))).then(work)
    const settled = next.catch(() => {})
    for (const id of ids) tails.current.set(id, settled)
    return next
  }
  const refreshOthers = (ids: readonly string[]) => {
    for (const key of ['counts', 'queue', 'entries', 'pulls', 'history'])
      void queries.invalidateQueries({ queryKey: [key, account] })
    for (const id of ids) {
      void queries.invalidateQueries({ queryKey: ['entry', account, id] })
      void queries.invalidateQueries({ queryKey: ['pull', account, id] })
    }
  }

  /** Brings what the server answered into the rows that are shown. */
  const store = (outcomes: readonly { id: string; entry: ChangedEntry }[]) => {
    const entries = new Map(outcomes.flatMap(({ id, entry }) => (entry ? [[id, entry] as const] : [])))
    for (const [id, { version }] of entries) versions.current.set(id, version)
    queries.setQueriesData<InfiniteData<InboxPage>>(
      { queryKey: ['inbox', account] },
      data =>
        data && {
          ...data,
          pages: data.pages.map(page => ({ ...page, items: page.items.map(row => merged(row, entries)) })),
        },
    )
  }

  const decide = async (those: readonly Decidable[], decision: Decision): Promise<void> => {
    const ids = those.map(({ id }) => id)
    if (leavesInbox(decision)) hide(ids)
    const change = Promise.withResolvers<string | null>()
    changes.current.push(change.promise)
    try {
      const { change: made, outcomes } = await inOrder(ids, () => {
        const items = those.map(one => itemFrom(one, versions.current))
        return call(bulk.$post({ param: { account }, json: { ...decision, items } }, KEEP_ALIVE))
      })
      const failed = outcomes.filter(one => one.outcome === 'failed')
      store(outcomes.filter(one => one.outcome === 'done'))
      show(failed.map(({ id }) => id))
      change.resolve(failed.length < outcomes.length ? made : null)
      const message = messageFor(decision, outcomes, timeZone)
      toasts.show(
        message,
        failed.length < outcomes.length ? { label: 'Undo', run: () => void undo() } : undefined,
      )
    } catch (error) {
      change.resolve(null)
      show(ids)
      toasts.show(error instanceof Error ? error.message : 'That did not work.')
    }
    refreshOthers(ids)
  }

  /** Undoes this change, or else the newest decision; after a reload that of the last hour. */
  const undo = async (named?: string): Promise<void> => {
    try {
      const change =
        named ??
        (await newestOf(changes.current)) ??
        (await call(undoRoute.$get({ param: { account } }))).change?.id
      if (!change) return toasts.show('There is nothing to undo.')
      const { outcomes } = await call(undoRoute.$post({ param: { account }, json: { change } }))
      const undone = outcomes.filter(one => one.outcome === 'undone')
      const kept = outcomes.find(one => one.outcome === 'kept')
      store(undone)
      show(undone.map(({ id }) => id))
      refreshOthers(outcomes.map(({ id }) => id))
      toasts.show(
        kept ? `Undone ${undone.length} of ${outcomes.length}. ${kept.detail}` : undoneMessage(undone.length),
      )
    } catch (error) {
      toasts.show(error instanceof Error ? error.message : 'That did not work.')
    }
    void queries.invalidateQueries({ queryKey: ['inbox', account], refetchType: 'inactive' })
  }

  return { decide, undo, gone, hide, forgetGone: () => setGone(new Set()) }
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

/** A row with what a decision made of it. The version says how new each of them is. */
function merged(row: InboxRow, entries: ReadonlyMap<string, NonNullable<ChangedEntry>>): InboxRow {
  const entry = entries.get(rowId(row))
  if (!entry || row.id === null) return row
  const { version, kind, magnitude, title } = entry
  return { ...row, version, kind, magnitude, title }
}

/** A decision reaches the server even when the page is left. */
const KEEP_ALIVE = { init: { keepalive: true } }

/** Takes the newest change that was made. */
async function newestOf(changes: Promise<string | null>[]): Promise<string | null> {
  for (let change = changes.pop(); change; change = changes.pop()) {
    const id = await change
    if (id !== null) return id
  }
  return null
}
