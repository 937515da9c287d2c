import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { useAccount } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/overlay/menu.tsx'
import type { MenuProps } from '../parts/overlay/menu-popup.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { TimeOfDay, useNow } from '../parts/text/time.tsx'
import { briefWait, dayHeading, dayKey, dayName } from '../time.ts'
import { isEdition, type linkTo, type QueuedEntry } from './lanes.ts'

/** The rows of one day, beside its name; on a phone below it. Space alone divides days: there is less between the rows of one. */
export function Day({ at, children }: { at: number; children: ReactNode }) {
  const { timeZone } = useAccount()
  const now = useNow()
  return (
    <section
      aria-label={dayName(at, timeZone, now)}
      className="grid grid-cols-[minmax(0,1fr)] py-1 sm:grid-cols-[148px_minmax(0,1fr)] sm:gap-x-3"
    >
      <h3 className="flex flex-wrap content-start items-baseline gap-x-2 pt-2 font-semibold sm:pointer-coarse:pt-3">
        {dayHeading(at, timeZone, now)}
        {dayKey(at, timeZone) > dayKey(now, timeZone) && (
          <span className="text-s font-normal text-quiet">{briefWait(at, now, timeZone)}</span>
        )}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

/** The columns of a row: the time, the sign of the kind, the title and its buttons; on a phone the time is below the title. */
export const rowColumns =
  'grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-2 py-2 sm:pointer-coarse:py-3 sm:grid-cols-[68px_16px_minmax(0,1fr)_auto] sm:gap-x-3'

/** The classes of a button in a row. */
export const rowButton = 'px-2!'

const ghost = `${buttonClass('ghost')} ${rowButton}`

/** The classes of what a pointer or the keyboard brings out, because all of the row does the same. */
const untilPointed = 'pointer-fine:opacity-0 group-hover:opacity-100! group-focus-within:opacity-100!'

interface Props {
  entry: Pick<QueuedEntry, 'id' | 'title' | 'kind' | 'origin'>
  at: number
  /** Whether the row above has the same time, which then is shown only there. */
  isSameTime?: boolean
  link: ReturnType<typeof linkTo>
  /** More attributes of the link. */
  shortcuts?: string | undefined
  /** What is told of the entry below its title. */
  notes: readonly ReactNode[]
  /** What stands in the place of Edit. */
  action?: ReactNode
  /** What else can be done with the entry; there is no menu without an item. */
  menu: Pick<MenuProps, 'label' | 'items'>
}

/** An entry in the calendar: when, its kind, its headline, which leads to its page from anywhere in the row, and its actions. */
export function CalendarRow({ entry, at, isSameTime, link, shortcuts, notes, action, menu }: Props) {
  const { may } = useAccount()
  const navigate = useNavigate()
  const { title } = entry
  const isEditable = action === undefined && may('publisher')
  const items = [...(isEditable ? [{ label: 'Edit', onPick: () => void navigate(link) }] : []), ...menu.items]
  return (
    <div className={`group relative ${rowColumns}`}>
      <TimeOfDay at={at} className={`max-sm:hidden ${isSameTime ? 'opacity-0' : ''}`} />
      <span className="flex h-5 items-center text-quiet">
        {isEdition(entry) ? (
          <>
            <Icon name="edition" />
            <span className="sr-only">Edition</span>
          </>
        ) : (
          <KindGlyph kind={entry.kind} />
        )}
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <Link
            {...link}
            draggable={false}
            data-entry={entry.id}
            dir="auto"
            aria-keyshortcuts={shortcuts}
            className="line-clamp-2 text-left font-semibold wrap-anywhere group-hover:underline after:absolute after:inset-0"
          >
            <Headline title={title} />
          </Link>
          {!isEdition(entry) && (
            <span aria-hidden="true" className="text-s text-quiet max-sm:hidden">
              {KIND_FACES[entry.kind].word}
            </span>
          )}
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-s text-quiet *:relative empty:hidden">
          <TimeOfDay at={at} className="sm:hidden" />
          {notes}
        </p>
      </div>
      <div className="relative -my-2 -mr-2 flex pointer-coarse:-my-3">
        {action ??
          (isEditable && (
            <Link
              {...link}
              aria-label={`Edit: ${title}`}
              className={`${ghost} ${untilPointed} max-sm:pointer-coarse:hidden`}
            >
              Edit
            </Link>
          ))}
        {items.length > 0 && (
          <Menu {...menu} items={items} face={<Icon name="dots" />} className={`${ghost} text-quiet`} />
        )}
      </div>
    </div>
  )
}
