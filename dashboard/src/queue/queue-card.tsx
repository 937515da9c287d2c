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
import { canMove, type Lane, neighbourOf, type QueueTime } from './lanes.ts'
import type { QueuedEntry } from './queries.ts'
import type { QueueActions } from './use-queue-actions.ts'

/** Free times that the menu of an entry offers. */
const OFFERED = 6

interface Props {
  entry: QueuedEntry
  at: number
  lane: Lane
  /** Entries of the edition that goes out next. */
  editionSize: number | null
  actions: QueueActions
}

/** An entry at its time. Dragging, alt with an arrow, or the menu move it. */
export function QueueCard({ entry, at, lane, editionSize, actions }: Props) {
  const { id: account, may, timeZone } = useAccount()
  const isMovable = may('publisher') && !entry.immediate
  const now = useNow()
  const { element, isDragged } = useDraggable(isMovable ? entry : null)
  const move = (to: QueueTime | undefined) => to && actions.move(entry, to)
  return (
    <article
      ref={element}
      aria-label={entry.title}
      className={`relative grid gap-0.5 rounded-md bg-raised px-2.5 pt-1 pb-2 forced-colors:border ${isMovable ? 'pointer-fine:cursor-grab' : ''} ${isDragged ? 'opacity-40' : ''}`}
      onKeyDown={event => {
        if (!event.altKey || !isMovable) return
        if (event.key === 'ArrowUp') move(neighbourOf(lane, entry, -1))
        else if (event.key === 'ArrowDown') move(neighbourOf(lane, entry, 1))
        else return
        event.preventDefault()
      }}
    >
      <div className="flex min-h-7 items-center gap-1.5 text-s text-quiet">
        {isEdition(entry) ? <Icon name="edition" /> : <KindGlyph kind={entry.kind} />}
        <time
          dateTime={new Date(at).toISOString()}
          title={fullTime(at, timeZone)}
          className="flex-1 whitespace-nowrap tabular-nums"
        >
          {clockTime(at, timeZone)}
          {!entry.onSchedule && !entry.immediate && (
            <span title="At a time of its own, not of the schedule" className="block">
              own time
            </span>
          )}
        </time>
        {may('publisher') && (
          <Menu
            label={`Move or publish ${entry.title}`}
            face={<Icon name="more" />}
            className="-mr-1 grid size-7 shrink-0 place-items-center rounded-md hover:bg-line/60 pointer-coarse:size-11"
            items={itemsFor(entry, lane, actions, time => shortTime(time, now, timeZone))}
          />
        )}
      </div>
      <Link
        {...linkTo(account, entry)}
        draggable={false}
        data-entry={entry.id}
        dir="auto"
        aria-keyshortcuts={isMovable ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        className="line-clamp-4 rounded-md font-semibold wrap-anywhere hover:underline"
      >
        <Headline title={entry.title} />
      </Link>
      {isEdition(entry) && (
        <p className="text-s text-quiet">
          Edition · {editionSize === 1 ? '1 entry' : `${editionSize ?? 0} entries`}
        </p>
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
    items.push({ label: 'Move earlier', note: 'alt ↑', onPick: () => actions.move(entry, earlier) })
  if (later) items.push({ label: 'Move later', note: 'alt ↓', onPick: () => actions.move(entry, later) })
  const free = lane.times.filter(time => time.entry === null && canMove(entry, time)).slice(0, OFFERED)
  for (const time of free)
    items.push({
      label: `Move to ${named(time.at)}`,
      onPick: () => actions.move(entry, time),
    })
  return [
    ...items,
    { label: 'Publish now', onPick: () => actions.decide(entry, { action: 'entry publish', soon: true }) },
    { label: 'Take out of the queue', onPick: () => actions.decide(entry, { action: 'entry unqueue' }) },
  ]
}
