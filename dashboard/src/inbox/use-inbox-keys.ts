import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useKeys } from '../frame/keys.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { KIND_NAMES, type Kind, MAGNITUDE_NAMES, type Magnitude } from '../kinds.ts'
import { focusSearch } from '../parts/search-field.tsx'
import type { Decidable, Decision } from './decisions.ts'
import { type EntryDetail, entryQuery, type InboxRow, queueQuery, rowId } from './queries.ts'

interface Inbox {
  account: string
  rows: readonly InboxRow[]
  index: number
  row: InboxRow | undefined
  /** The chosen rows, or else the current one. */
  targets: readonly InboxRow[]
  chosen: ReadonlySet<string>
  choose: (id: string) => void
  open: (id: string | undefined) => void
  decide: (rows: readonly Decidable[], decision: Decision) => Promise<void>
  undo: () => Promise<void>
  group: (ids: string[]) => Promise<void>
  /** Selects the row after these. */
  goPast: (rows: readonly InboxRow[]) => void
  clear: () => void
}

/** What can be done with the selected rows, for keys and buttons alike. */
export interface InboxActions {
  queue: () => void
  publish: () => void
  internal: () => void
  dismiss: () => void
  edit: () => void
  group: () => void
  setKind: (kind: Kind) => void
  setMagnitude: (magnitude: Magnitude) => void
  canWrite: boolean
  canPublish: boolean
  /** The next free slot; null where the queue has none. */
  nextSlot: number | null
}

/** The actions of the inbox, and the keys for them. */
export function useInboxKeys(inbox: Inbox): InboxActions {
  const { account, rows, index, row, targets, choose, open, decide, goPast } = inbox
  const { may } = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const nextSlot = useNextSlot(account, row)
  const leave = (decision: Decision) => {
    goPast(targets)
    void decide(targets.map(decidable), decision)
  }
  const needs = (role: 'writer' | 'publisher', action: () => void) => () => {
    if (targets.length === 0) return
    if (may(role)) action()
    else toasts.show(`This takes the role of a ${role}.`)
  }
  const isDraft = targets.every(target => target.id !== null)
  const drafted = (action: () => void) => () =>
    isDraft ? action() : toasts.show('Give it a kind first (1 to 9): that makes a draft of it.')
  const actions: InboxActions = {
    queue: needs(
      'publisher',
      drafted(() =>
        nextSlot === null
          ? toasts.show('The queue has no slots yet. Publish now with p, or add slots on the Queue page.')
          : leave({ queue: 'next' }),
      ),
    ),
    publish: needs(
      'publisher',
      drafted(() => leave({ transition: 'publish' })),
    ),
    internal: needs('writer', () => leave({ classification: { visibility: 'internal' } })),
    dismiss: needs(
      'writer',
      drafted(() => leave({ transition: 'dismiss' })),
    ),
    edit: drafted(
      () => row?.id && void navigate({ to: '/$account/entries/$entry', params: { account, entry: row.id } }),
    ),
    group: needs(
      'writer',
      drafted(() => void inbox.group(targets.map(rowId))),
    ),
    setKind: kind =>
      needs('writer', () => void decide(targets.map(decidable), { classification: { kind } }))(),
    setMagnitude: magnitude =>
      needs('writer', () => void decide(targets.map(decidable), { classification: { magnitude } }))(),
    canWrite: may('writer'),
    canPublish: may('publisher'),
    nextSlot,
  }
  const move = (step: number) => {
    const next = rows[index + step]
    if (next) open(rowId(next))
  }
  const extend = (step: number) => {
    const next = rows[index + step]
    if (row && !inbox.chosen.has(rowId(row))) choose(rowId(row))
    if (next && !inbox.chosen.has(rowId(next))) choose(rowId(next))
    move(step)
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    'shift+j': () => extend(1),
    'shift+k': () => extend(-1),
    x: () => row && may('writer') && choose(rowId(row)),
    Enter: actions.queue,
    p: actions.publish,
    i: actions.internal,
    d: actions.dismiss,
    e: actions.edit,
    g: actions.group,
    z: () => void inbox.undo(),
    m: () => row?.magnitude && actions.setMagnitude(nextMagnitude(row.magnitude)),
    o: () =>
      openOnCodeHost(row && queries.getQueryData<EntryDetail>(entryQuery(account, rowId(row)).queryKey)),
    '/': focusSearch,
    Escape: inbox.clear,
    ...Object.fromEntries(KIND_NAMES.map((kind, at) => [String(at + 1), () => actions.setKind(kind)])),
  })
  return actions
}

const decidable = (row: InboxRow): Decidable => ({ id: rowId(row), version: row.version })

const nextMagnitude = (now: Magnitude): Magnitude =>
  MAGNITUDE_NAMES[(MAGNITUDE_NAMES.indexOf(now) + 1) % MAGNITUDE_NAMES.length] ?? now

function openOnCodeHost(detail: EntryDetail | undefined): void {
  const url = detail?.entry.externalUrl
  if (url) window.open(url, '_blank', 'noreferrer')
  else toasts.show('This merge has no web address.')
}

/** The next free slot of the queue that the entry would go into. */
function useNextSlot(account: string, row: InboxRow | undefined): number | null {
  const { data } = useQuery(queueQuery(account))
  return data?.free.find(queue => queue.setId === (row?.set ?? null))?.free[0] ?? null
}
