import { queueQuery } from '../api/entry-queries.ts'
import { freeTimes } from '../calendar/lanes.ts'
import { type Decision, named } from '../decisions/decision.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { askAboutPictures } from '../decisions/first-picture.tsx'
import type { KeyActions } from '../frame/keys.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { isOfEdition, isTold } from '../inbox/edition-rows.ts'
import type { InboxRow } from '../inbox/queries.ts'
import { rowId } from '../inbox/search.ts'
import { askFor, viewOnly } from '../roles.ts'
import { itemsOf, type OpenEdition, type Placement } from './edition.ts'
import { itemIn, movedBy, partFor } from './placing.ts'
import { useLeavingOut, usePlacing } from './use-placing.ts'

interface Given {
  edition: OpenEdition | null
  rows: readonly InboxRow[]
  /** The row that the keys act on. */
  row: InboxRow | undefined
  open: (id: string) => void
  /** Moves the focus to the current row, and keeps it there. */
  takeFocus: () => void
}

/** The actions on the edition and its current row, for keys and buttons. */
export type EditionActions = NonNullable<ReturnType<typeof useEditionActions>>

/** The entries whose pictures are the account's first ones. */
const firstPictures = (edition: OpenEdition): string[] =>
  edition.isFirstPicture ? itemsOf(edition).flatMap(({ id, image }) => (image ? [id] : [])) : []

/** The actions; null if entries go out one by one. */
export function useEditionActions(given: Given) {
  const { edition, rows, row: current, open, takeFocus } = given
  const { may } = useAccount()
  const { data: queue } = useAccountQuery(queueQuery)
  const { decide } = useDecisions()
  const placeIt = usePlacing()
  const leaveOut = useLeavingOut()
  if (edition === null) return null
  const nextTime = queue && (freeTimes(queue, null, 'edition')[0] ?? null)

  const asPublisher = (action: () => void) => () =>
    may('publisher') ? action() : toasts.show(askFor('publisher', 'publish'))
  const sendOut = (decision: Decision) =>
    void askAboutPictures(
      firstPictures(edition),
      () => void decide([{ ...edition, origin: 'edition' }], decision),
    )
  /** Places the current row, or another entry of the edition. */
  const place = (placement: Placement, id = current && rowId(current)) => {
    const at = rows.findIndex(one => rowId(one) === id)
    const row = rows[at]
    if (!row) return
    if (!may('writer')) return toasts.show(viewOnly('writer'))
    if (row.tab === 'edition') return toasts.show('Choose one of its entries first, with j and k.')
    if (placement.part === row.tab && placement.before === undefined) return
    takeFocus()
    const follower =
      [rows[at + 1], rows[at - 1]].find(one => one && isTold(one)) ?? rows.find(isEditionItself)
    if (placement.part !== 'out') return void placeIt(row, placement)
    if (row === current && follower) open(rowId(follower))
    void placeIt(row, placement, follower && named('Next', follower.title))
  }
  const move = (step: 1 | -1) => {
    const placement = current && movedBy(edition, current, step)
    if (placement) place(placement)
  }
  const actions = {
    /** The next time that takes the edition; null if the schedule has none, undefined while it is not known. */
    nextTime,
    queue: asPublisher(() => {
      if (edition.state === 'queued') return toasts.show('It is queued already.')
      if (nextTime === null)
        return toasts.show('The schedule has no time for it. Publish it with p once its release is out.')
      sendOut({ action: 'entry queue' })
    }),
    publish: asPublisher(() => {
      if (edition.size === 0)
        return toasts.show('There is nothing in this edition yet, so it does not go out.')
      sendOut({ action: 'entry publish', soon: true })
    }),
    unqueue: asPublisher(() => void decide([edition], { action: 'entry unqueue' })),
    place,
    /** Puts in an entry that was left out, or that the machine held back. */
    putIn: () => {
      const item = current && itemIn(edition, rowId(current))
      if (!item) return
      const part = partFor(item)
      place({ part: current.tab === 'out' && part === 'line' ? 'auto' : part })
    },
    move,
    /** Leaves out what the machine is unsure about; nobody placed it. */
    leaveOutUnsure: () => {
      if (!may('writer')) return toasts.show(viewOnly('writer'))
      if (edition.unsure.length === 0) return toasts.show('Nothing in it is unsure.')
      takeFocus()
      if (current && edition.unsure.includes(rowId(current))) open(edition.id)
      void leaveOut(edition.unsure)
    },
  }
  /** Sends the edition; from one of its entries, first shows it, because the key could be meant for the entry. */
  const ofWhole = (key: string, send: () => void) => () => {
    if (current && isEditionItself(current)) return send()
    takeFocus()
    open(edition.id)
    toasts.show(`That sends the whole edition. Press ${key} again to do it.`)
  }
  const isPlaced = current !== undefined && itemIn(edition, rowId(current))?.isPlaced
  const keys: KeyActions = {
    '1': () => place({ part: 'story' }),
    '2': () => place({ part: 'line' }),
    '3': () => place({ part: 'out' }),
    '0': () => isPlaced && place({ part: 'auto' }),
    u: actions.leaveOutUnsure,
    p: ofWhole('p', actions.publish),
    Enter: ofWhole('Enter', actions.queue),
  }
  return { ...actions, keys: current && isOfEdition(current) ? keys : {} }
}

const isEditionItself = ({ tab }: InboxRow): boolean => tab === 'edition'
