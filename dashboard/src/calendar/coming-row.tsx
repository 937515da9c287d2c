import { useRef } from 'react'
import { useAccount } from '../frame/use-account.ts'
import { useDraggable } from '../parts/dragging.ts'
import type { MenuItem } from '../parts/overlay/menu-popup.tsx'
import { useNow } from '../parts/text/time.tsx'
import { shortTime } from '../time.ts'
import { CalendarRow } from './calendar-row.tsx'
import {
  canMove,
  isEdition,
  type Lane,
  linkTo,
  neighbourOf,
  type QueuedEntry,
  type QueueTime,
} from './lanes.ts'
import type { QueueActions } from './use-queue-actions.ts'

/** How many free times the menu of an entry offers. */
const OFFERED = 6

interface Props {
  entry: QueuedEntry
  at: number
  lane: Lane
  /** Whether the row above has the same time. */
  isSameTime: boolean
  /** What is told of an edition. */
  edition: string
  actions: QueueActions
}

/** An entry at its time. It is moved by dragging, with alt and an arrow key, or from the menu. */
export function ComingRow({ entry, at, lane, isSameTime, edition, actions }: Props) {
  const { may, timeZone } = useAccount()
  const isMovable = may('publisher')
  const now = useNow()
  const element = useRef<HTMLElement>(null)
  const isDragged = useDraggable(element, isMovable ? entry : null)
  const move = (to: QueueTime | undefined) => to && actions.move(entry, to)
  const notes = [isEdition(entry) && edition, lane.name, !entry.onSchedule && 'At a time of its own'].filter(
    note => note !== false && note !== null,
  )
  return (
    <article
      ref={element}
      aria-label={entry.title}
      className={isDragged ? 'opacity-40' : ''}
      onKeyDown={event => {
        if (!event.altKey || !isMovable) return
        if (event.key === 'ArrowUp') move(neighbourOf(lane, entry, -1))
        else if (event.key === 'ArrowDown') move(neighbourOf(lane, entry, 1))
        else return
        event.preventDefault()
      }}
    >
      <CalendarRow
        entry={entry}
        at={at}
        isSameTime={isSameTime}
        link={linkTo(entry)}
        shortcuts={isMovable ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        notes={notes.map(note => <span key={note}>{note}</span>)}
        menu={{
          label: `Move or publish ${entry.title}`,
          items: isMovable ? itemsFor(entry, lane, actions, time => shortTime(time, now, timeZone)) : [],
        }}
      />
    </article>
  )
}

function itemsFor(
  entry: QueuedEntry,
  lane: Lane,
  actions: QueueActions,
  named: (at: number) => string,
): MenuItem[] {
  const items: MenuItem[] = []
  const earlier = neighbourOf(lane, entry, -1)
  const later = neighbourOf(lane, entry, 1)
  if (earlier)
    items.push({ label: 'Move earlier', hotkey: 'alt ↑', onPick: () => actions.move(entry, earlier) })
  if (later) items.push({ label: 'Move later', hotkey: 'alt ↓', onPick: () => actions.move(entry, later) })
  const free = lane.times.filter(time => time.entry === null && canMove(entry, time)).slice(0, OFFERED)
  for (const time of free)
    items.push({
      label: `Move to ${named(time.at)}`,
      onPick: () => actions.move(entry, time),
    })
  return [
    ...items,
    { label: 'Publish', onPick: () => actions.decide(entry, { action: 'entry publish', soon: true }) },
    { label: 'Unqueue', onPick: () => actions.decide(entry, { action: 'entry unqueue' }) },
  ]
}
