import { Link } from '@tanstack/react-router'
import { useAccount } from '../frame/use-account.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/overlay/menu.tsx'
import type { MenuItem } from '../parts/overlay/menu-popup.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { useNow } from '../parts/text/time.tsx'
import { clockTime, fullTime, shortTime } from '../time.ts'
import { useDraggable } from './dragging.ts'
import { isEdition, linkTo } from './edition-link.ts'
import { canMove, type Lane, neighbourOf, type QueuedEntry, type QueueTime } from './lanes.ts'
import type { QueueActions } from './use-queue-actions.ts'

/** How many free times the menu of an entry offers. */
const OFFERED = 6

interface Props {
  entry: QueuedEntry
  at: number
  lane: Lane
  /** What is told of an edition. */
  edition: string
  actions: QueueActions
}

/** An entry at its time. It is moved by dragging, with alt and an arrow key, or from the menu. */
export function ComingRow({ entry, at, lane, edition, actions }: Props) {
  const { id: account, may, timeZone } = useAccount()
  const isMovable = may('publisher')
  const now = useNow()
  const { element, isDragged } = useDraggable(isMovable ? entry : null)
  const move = (to: QueueTime | undefined) => to && actions.move(entry, to)
  const notes = [isEdition(entry) && edition, lane.name, !entry.onSchedule && 'At a time of its own'].filter(
    note => note !== false && note !== null,
  )
  return (
    <article
      ref={element}
      aria-label={entry.title}
      className={`grid min-h-11 grid-cols-[88px_minmax(0,1fr)_auto] items-center gap-x-3 py-1 ${isMovable ? 'pointer-fine:cursor-grab' : ''} ${isDragged ? 'opacity-40' : ''}`}
      onKeyDown={event => {
        if (!event.altKey || !isMovable) return
        if (event.key === 'ArrowUp') move(neighbourOf(lane, entry, -1))
        else if (event.key === 'ArrowDown') move(neighbourOf(lane, entry, 1))
        else return
        event.preventDefault()
      }}
    >
      <time
        dateTime={new Date(at).toISOString()}
        title={fullTime(at, timeZone)}
        className="text-quiet tabular-nums"
      >
        {clockTime(at, timeZone)}
      </time>
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          {isEdition(entry) ? <Icon name="edition" /> : <KindGlyph kind={entry.kind} />}
          <Link
            {...linkTo(account, entry)}
            draggable={false}
            data-entry={entry.id}
            dir="auto"
            aria-keyshortcuts={isMovable ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
            className="line-clamp-2 rounded-md font-semibold wrap-anywhere hover:underline"
          >
            <Headline title={entry.title} />
          </Link>
        </p>
        {notes.length > 0 && <p className="text-s text-quiet">{notes.join(' · ')}</p>}
      </div>
      {may('publisher') && (
        <Menu
          label={`Move or publish ${entry.title}`}
          face={<Icon name="dots" />}
          className="grid size-8 shrink-0 place-items-center rounded-md text-quiet hover:bg-raised pointer-coarse:size-11"
          items={itemsFor(entry, lane, actions, time => shortTime(time, now, timeZone))}
        />
      )}
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
