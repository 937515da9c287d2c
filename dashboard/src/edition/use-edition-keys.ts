import { useQuery } from '@tanstack/react-query'
import { queueQuery } from '../api/entry-queries.ts'
import { freeTimes } from '../calendar/lanes.ts'
import { named } from '../decisions/decision.ts'
import { useDecisions } from '../decisions/decisions.ts'
import { useKeys } from '../frame/keys.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { askFor, viewOnly } from '../roles.ts'
import type { EditionItem, OpenEdition, Placement } from './edition.ts'
import { movedBy, partFor } from './placing.ts'
import type { EditionRow, Standing } from './rows.ts'
import { usePlacing } from './use-placing.ts'

interface Given {
  edition: OpenEdition
  rows: readonly EditionRow[]
  /** The row that the keys act on. */
  current: EditionRow | undefined
  choose: (id: string | null) => void
  /** From now on the focus is on the current row. */
  takeFocus: () => void
  edit: (id: string) => void
  /** Leaves the fields, or the current row. */
  leave: () => void
  /** Asks before the first picture of the account goes out. */
  askAboutPicture: (entries: readonly string[], run: () => void) => void
}

/** What can be done with the edition and its current row, for keys and buttons alike. */
export interface EditionActions {
  canWrite: boolean
  canPublish: boolean
  /** The next time that takes it; null where the schedule has none. */
  nextTime: number | null
  queue: () => void
  publish: () => void
  unqueue: () => void
  place: (placement: Placement, row?: EditionRow) => void
  /** Puts in what was left out, or held back by the machine's judgement. */
  putIn: (item: EditionItem) => void
  move: (step: 1 | -1) => void
  edit: (row?: EditionRow) => void
  previous: () => void
  next: () => void
}

const WHERE: Record<Standing, string> = {
  head: 'The edition',
  story: 'Told in full',
  line: 'Told in a line',
  held: 'Held',
  out: 'Left out',
}

const isTold = ({ standing }: EditionRow): boolean => standing === 'story' || standing === 'line'

/** The entries whose pictures are the account's first ones. */
const firstPictures = ({ isFirstPicture, stories, lists }: OpenEdition): string[] =>
  isFirstPicture
    ? [...stories, ...lists.flatMap(({ items }) => items)].flatMap(({ id, image }) => (image ? [id] : []))
    : []

export function useEditionKeys(given: Given): EditionActions {
  const { edition, rows, current, choose, takeFocus, askAboutPicture } = given
  const { id: account, may } = useAccount()
  const { data: queue } = useQuery(queueQuery(account))
  const { decide } = useDecisions()
  const placeIt = usePlacing()
  const nextTime = freeTimes(queue, null, 'edition')[0] ?? null
  const index = current ? rows.indexOf(current) : -1

  const needs = (role: 'writer' | 'publisher', action: () => void) => () =>
    may(role) ? action() : toasts.show(role === 'writer' ? viewOnly(role) : askFor(role, 'publish'))
  const go = (step: number) => {
    const row = rows[index + step]
    if (!row) return
    takeFocus()
    choose(row.id)
    toasts.announce(named(`${WHERE[row.standing]}, ${index + step + 1} of ${rows.length}`, row.title))
  }
  const place = (placement: Placement, row = current) => {
    if (!row) return
    if (!may('writer')) return toasts.show(viewOnly('writer'))
    if (row.standing === 'head') return toasts.show('Choose one of its entries first, with j and k.')
    if (placement.part === row.standing && placement.before === undefined) return
    takeFocus()
    const at = rows.findIndex(({ id }) => id === row.id)
    const follower = [rows[at + 1], rows[at - 1]].find(one => one && isTold(one)) ?? rows[0]
    if (placement.part !== 'out') return void placeIt(row, placement)
    if (row.id === current?.id && follower) choose(follower.id)
    void placeIt(row, placement, follower && named('Next', follower.title))
  }
  const publish = () => {
    if (edition.size === 0) return toasts.show('There is nothing in this edition yet, so it does not go out.')
    askAboutPicture(
      firstPictures(edition),
      () => void decide([edition], { action: 'entry publish', soon: true }),
    )
  }
  const queueIt = () => {
    if (edition.state === 'queued') return toasts.show('It is queued already.')
    if (nextTime === null)
      return toasts.show('The schedule has no time for it. Publish it with p once its release is out.')
    askAboutPicture(firstPictures(edition), () => void decide([edition], { action: 'entry queue' }))
  }
  const move = (step: 1 | -1) => {
    const placement = current && movedBy(edition, current, step)
    if (placement) place(placement)
  }
  const actions: EditionActions = {
    canWrite: may('writer'),
    canPublish: may('publisher'),
    nextTime,
    queue: needs('publisher', queueIt),
    publish: needs('publisher', publish),
    unqueue: needs('publisher', () => void decide([edition], { action: 'entry unqueue' })),
    place,
    putIn: item => {
      const isUrgent = partFor(item) === 'story'
      const row = rows.find(({ id }) => id === item.id)
      if (!row) return
      const part = row.standing === 'out' && !isUrgent ? 'auto' : partFor(item)
      place({ part }, row)
    },
    move: step => needs('writer', () => move(step))(),
    edit: (row = current) =>
      needs(row?.standing === 'head' && edition.state === 'queued' ? 'publisher' : 'writer', () => {
        if (!row) return
        choose(row.id)
        given.edit(row.id)
      })(),
    previous: () => go(-1),
    next: () => go(1),
  }
  useKeys({
    j: actions.next,
    k: actions.previous,
    '1': () => place({ part: 'story' }),
    '2': () => place({ part: 'line' }),
    '3': () => place({ part: 'out' }),
    '0': () => current?.item?.isPlaced && place({ part: 'auto' }),
    e: () => actions.edit(),
    p: actions.publish,
    Enter: actions.queue,
    Escape: given.leave,
  })
  return actions
}
