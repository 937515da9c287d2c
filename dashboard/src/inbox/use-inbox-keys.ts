import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import { type EntryDetail, entryQuery, pullQuery } from '../api/entry-queries.ts'
import { type Decidable, type Decision, named } from '../decisions/decision.ts'
import type { Decisions } from '../decisions/decisions.ts'
import { askAboutPictures } from '../decisions/first-picture.tsx'
import { stopsForWords } from '../entry/editor/kept-words.ts'
import { useMergeDate } from '../entry/merge-date.ts'
import { type KeyActions, useKeys } from '../frame/keys.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { KIND_KEYS, KIND_KEYS_SHOWN, nextMagnitude } from '../kinds.ts'
import { focusSearch } from '../parts/form/search-field.tsx'
import type { Choosing } from '../parts/use-chosen.ts'
import { askFor, viewOnly } from '../roles.ts'
import { openOnCodeHost } from './merge.tsx'
import { sureToPublish } from './publish-question.ts'
import type { InboxRow } from './queries.ts'
import { rowId } from './search.ts'
import { useFreeTimes, useTimesOffer } from './use-free-times.ts'

const GIVE_KIND = `Give it a kind first (${KIND_KEYS_SHOWN}): that makes a draft of it.`

interface Inbox {
  account: string
  rows: readonly InboxRow[]
  index: number
  row: InboxRow | undefined
  /** The number of rows, including those that are not loaded yet. */
  total: number
  /** The selected rows; the current one if none is selected. */
  targets: readonly InboxRow[]
  choosing: Choosing
  open: (id: string | undefined) => void
  /** Selects all rows under the heading of the current one, up to the number that one decision can be about. */
  chooseAll: () => void
  decide: Decisions['decide']
  review: Decisions['review']
  /** Edits the words of this entry in place. */
  edit: (id: string) => void
  group: (ids: string[]) => Promise<void>
  /** Called with the pull request that was just marked as internal. */
  onCorrected: (pullId: string) => void
  /** Selects the row after these, and returns it. */
  goPast: (rows: readonly InboxRow[]) => InboxRow | undefined
  /** Moves the focus to the current row and keeps it there. `isAsked` is true for a key that moves in the list. */
  takeFocus: (isAsked?: boolean) => void
  clear: () => void
  /** The actions of the current row in an edition, by key. */
  editionKeys: KeyActions
}

/** The actions on the selected rows, for keys and buttons. */
export type InboxActions = ReturnType<typeof useInboxKeys>

/** The actions of the inbox, and the keys for them. */
export function useInboxKeys(inbox: Inbox) {
  const { account, rows, index, row, targets, open, decide, goPast } = inbox
  const { chosen, choose, add } = inbox.choosing
  const { may } = useAccount()
  const queries = useQueryClient()
  const times = useFreeTimes(targets)
  const offerTimes = useTimesOffer()
  const { data: shown } = useQuery({ ...entryQuery(account, row ? rowId(row) : ''), enabled: false })
  const dated = useMergeDate(shown)
  /** The newest known details of a row, since rows are not reloaded while they are shown. */
  const detailOf = (one: InboxRow) =>
    one === row ? shown : queries.getQueryData<EntryDetail>(entryQuery(account, rowId(one)).queryKey)
  /** Whether the words of the row say too little. */
  const needsWords = (one: InboxRow): boolean => {
    const detail = detailOf(one)
    return detail ? detail.entry.needsWords !== null : one.tab === 'needs-words'
  }
  const pass = (those: readonly InboxRow[]) => {
    inbox.takeFocus()
    const next = goPast(those)
    return next ? named('Next', next.title) : 'That was the last one here.'
  }
  const leave = (decision: Decision, those = targets) => {
    const next = pass(those)
    return decide(those.map(decidable), decision, next)
  }
  const markInternal = async () => {
    const pullId = targets.length === 1 ? targets[0]?.pullId : null
    await leave({ action: 'pull classify', visibility: 'internal' })
    if (pullId) inbox.onCorrected(pullId)
  }
  const needs = (role: 'writer' | 'publisher', action: () => void) => () => {
    if (targets.length === 0) return
    if (may(role)) action()
    else toasts.show(role === 'writer' ? viewOnly(role) : askFor(role, 'publish'))
  }
  const drafted = (action: () => void) => () => {
    if (targets.some(target => target.tab === 'edition'))
      return toasts.show('That applies to its entries. Choose one first, with j and k.')
    if (targets.some(target => target.state !== undefined))
      return toasts.show('It is queued or published already: edit it or take it back.')
    if (targets.some(target => target.id === null)) return toasts.show(GIVE_KIND)
    if (stopsForWords(targets.map(decidable))) return
    action()
  }
  const move = (step: number) => {
    const next = rows[index + step]
    inbox.takeFocus(true)
    if (next) open(rowId(next))
    return next
  }
  /** Moves in the list, and announces the position. */
  const go = (step: number) => {
    const next = move(step)
    if (next) toasts.announce(named(`${index + step + 1} of ${inbox.total}`, next.title))
  }
  const sendOut = (those: readonly InboxRow[], run: () => void) =>
    void askAboutPictures(
      those.filter(one => one.isFirstPicture || detailOf(one)?.isFirstPicture).map(rowId),
      run,
    )
  const actions = {
    queue: needs(
      'publisher',
      drafted(() => {
        const queueThem = () => sendOut(targets, () => void leave({ action: 'entry queue' }, targets))
        return times === null ? offerTimes(queueThem) : queueThem()
      }),
    ),
    /** Queues the selected rows for this free time. */
    queueAt: (at: number) =>
      needs(
        'publisher',
        drafted(() => sendOut(targets, () => void leave({ action: 'entry queue', free: at }, targets))),
      )(),
    publish: needs(
      'publisher',
      drafted(() => {
        const thin = targets.filter(needsWords).length
        sendOut(targets, async () => {
          if (await sureToPublish(targets, thin, actions.edit))
            void leave({ action: 'entry publish', soon: true }, targets)
        })
      }),
    ),
    /** Publishes the current entry with the date of its merge; null if that is today. */
    dated: dated && {
      label: dated.label,
      onPick: needs(
        'publisher',
        drafted(() => row && sendOut([row], () => void dated.publish())),
      ),
    },
    /** Approves the current entry at the version that was just saved: for the next free time, or for now if there is none. */
    approve: (version: number) => {
      if (!row) return
      const decision: Decision =
        times === null ? { action: 'entry publish', soon: true } : { action: 'entry queue' }
      sendOut([row], () => void leave(decision, [{ ...row, version }]))
    },
    internal: needs('writer', () =>
      row?.tab === 'edition' && targets.includes(row) ? drafted(() => {})() : void markInternal(),
    ),
    dismiss: needs(
      'writer',
      drafted(() => void leave({ action: 'entry dismiss' })),
    ),
    edit: needs(row?.state === undefined ? 'writer' : 'publisher', () =>
      row?.id ? inbox.edit(row.id) : toasts.show(GIVE_KIND),
    ),
    /** Withdraws the current entry, or takes it out of the queue. */
    takeBack: needs(
      'publisher',
      () => row && void leave({ action: row.state === 'queued' ? 'entry unqueue' : 'entry withdraw' }, [row]),
    ),
    /** Records that the entry is fine as it is, at the version that is shown. */
    review: (version: number) => {
      if (!row) return
      void inbox.review(rowId(row), version, row.title, pass([row]))
    },
    /** Opens the merge; of one that is undecided there is no entry. */
    openHost: () =>
      openOnCodeHost(
        row?.id
          ? shown?.entry.externalUrl
          : queries.getQueryData(pullQuery(account, row?.pullId ?? '').queryKey)?.url,
      ),
    previous: () => go(-1),
    next: () => go(1),
    selectAll: inbox.chooseAll,
    group: needs(
      'writer',
      drafted(() => void inbox.group(targets.map(rowId))),
    ),
    setKind: (kind: Kind) =>
      needs('writer', () => void decide(targets.map(decidable), { action: 'pull classify', kind }))(),
    setMagnitude: (magnitude: Magnitude) =>
      needs('writer', () => void decide(targets.map(decidable), { action: 'pull classify', magnitude }))(),
    canWrite: may('writer'),
    canPublish: may('publisher'),
    /** When the selected rows would go out, as far as that is known; null if the schedule has no time for one of them. */
    times,
    /** The usual next action for the selected rows. */
    primary: targets.some(needsWords) ? 'edit' : times === null ? 'publish' : 'queue',
  }
  const extend = (step: number) => {
    const next = rows[index + step]
    if (!next || !row || !may('writer')) return
    const those = [row, next].filter(one => one.tab !== 'edition' && !chosen.has(rowId(one)))
    add(those.map(rowId))
    move(step)
    toasts.announce(named('Selected', `${next.title}; ${chosen.size + those.length} in all`))
  }
  const select = () => {
    if (!row || row.tab === 'edition' || !may('writer')) return
    choose(rowId(row))
    toasts.announce(named(chosen.has(rowId(row)) ? 'Deselected' : 'Selected', row.title))
  }
  useKeys({
    j: actions.next,
    k: actions.previous,
    'shift+j': () => extend(1),
    'shift+k': () => extend(-1),
    x: select,
    'ctrl+a': inbox.chooseAll,
    Enter: actions.queue,
    p: actions.publish,
    i: actions.internal,
    d: actions.dismiss,
    e: actions.edit,
    g: actions.group,
    m: () => row?.magnitude && actions.setMagnitude(nextMagnitude(row.magnitude)),
    o: actions.openHost,
    '/': focusSearch,
    Escape: inbox.clear,
    ...Object.fromEntries(KIND_KEYS.map(({ key, kind }) => [key, () => actions.setKind(kind)])),
    ...(chosen.size === 0 && inbox.editionKeys),
  })
  return actions
}

const decidable = (row: InboxRow): Decidable => ({
  id: rowId(row),
  version: row.version,
  title: row.title,
})
