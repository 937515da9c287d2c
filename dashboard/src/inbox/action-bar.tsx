import type { ReactNode } from 'react'
import { queueQuery } from '../api/entry-queries.ts'
import { freeTimes, isStopped } from '../calendar/lanes.ts'
import { askToWithdraw } from '../decisions/withdraw.tsx'
import { useOtherWords } from '../entry/other-words/use-other-words.tsx'
import { useKeys } from '../frame/keys.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/overlay/menu.tsx'
import type { MenuItem } from '../parts/overlay/menu-popup.tsx'
import { useNow } from '../parts/text/time.tsx'
import { viewOnly } from '../roles.ts'
import { shortTime } from '../time.ts'
import { ApproveButton } from './approve-button.tsx'
import type { InboxRow } from './queries.ts'
import { rowId } from './search.ts'
import type { InboxActions } from './use-inbox-keys.ts'

/** How many of the next free times are offered. */
const OFFERED = 5

interface Props {
  row: InboxRow
  actions: InboxActions
}

/** The actions on the selected row, each with its key. */
export function ActionBar({ row, actions }: Props) {
  return (
    <ActionToolbar label="Actions" moves={actions}>
      {row.state === undefined ? (
        <Decisions row={row} actions={actions} />
      ) : (
        <GoneOut row={row} actions={actions} />
      )}
      {!actions.canWrite && <p className="py-2 text-quiet">{viewOnly('writer')}</p>}
    </ActionToolbar>
  )
}

interface ToolbarProps {
  label: string
  /** The ways to the neighbours of the item, which a phone has in the bar above it. */
  moves?: Moving
  children: ReactNode
}

/**
 * The toolbar at the foot of the item; on a phone it is at the foot of the screen, in place of the navigation. Only in the lowest windows
 * it scrolls with the item.
 */
export const ActionToolbar = ({ label, moves, children }: ToolbarProps) => (
  <div
    role="toolbar"
    aria-label={label}
    className="z-20 flex flex-wrap items-center gap-1 border-line bg-ground forced-colors:gap-2 max-md:*:px-2 md:@container md:not-lower:sticky md:bottom-0 md:-mx-8 md:mt-auto md:border-t md:px-8 md:py-2.5 md:*:px-3 xl:-mx-12 xl:pr-[max(48px,calc(100%-672px))] xl:pl-12 max-md:not-lower:fixed max-md:inset-x-0 max-md:bottom-0 max-md:not-lower:border-t max-md:not-lower:p-2 min-[390px]:max-md:not-lower:px-5 max-md:not-lower:pb-[calc(8px+env(safe-area-inset-bottom))]"
  >
    {children}
    {moves && <Moves actions={moves} className="-mr-2 px-0! max-md:hidden @max-[520px]:hidden" />}
  </div>
)

/** The look of a button that opens a menu of rarer actions. */
export const dotsButton = {
  face: <Icon name="dots" className="size-4 [stroke-width:2.5]" />,
  className: 'grid size-11 place-items-center rounded-md hover:bg-ink/6 md:pointer-fine:size-9',
}

interface MoreProps {
  items: readonly MenuItem[]
  /** What they act on, for the accessible name of a menu that each row of a list has. */
  of?: string
  /** The classes that hide the menu where the buttons have room. */
  className?: string
}

/** A menu with the actions that have no button of their own on a phone, or in a narrow toolbar. */
export const MoreActions = ({ items, of, className = 'md:hidden' }: MoreProps) => (
  <div className={`px-0! ${className}`}>
    <Menu label={of ? `More actions for ${of}` : 'More actions'} {...dotsButton} items={items} />
  </div>
)

interface HeaderProps {
  actions: Moving
  onBack: () => void
}

/** The bar above the item on a phone, which leads back to the list and to the item's neighbours. */
export const ItemHeader = ({ actions, onBack }: HeaderProps) => (
  <div className="top-0 z-10 -mx-5 flex items-center bg-ground px-3 py-1 md:hidden not-low:sticky">
    <Button variant="ghost" className="px-2!" aria-label="Back to the list" onClick={onBack}>
      <Icon name="back" />
    </Button>
    <Moves actions={actions} className="" />
  </div>
)

/** The classes of rarer buttons and of their menu: in a narrow toolbar the buttons move into the menu. */
export const FITS = { rare: 'max-md:hidden @max-[640px]:hidden', menu: 'md:hidden @max-[640px]:block!' }

/** The keys of the buttons, as one quiet line. */
export const KeyLine = ({ children }: { children: string }) => (
  <p
    aria-hidden="true"
    // The empty first item makes the line wrap, out of sight, where it does not fit.
    className="hidden h-4 flex-1 flex-wrap justify-end overflow-hidden px-0! text-xs text-quiet before:content-[''] xl:pointer-fine:flex"
  >
    <span className="whitespace-nowrap">{children}</span>
  </p>
)

function Decisions({ row, actions }: Props) {
  const { timeZone } = useAccount()
  const now = useNow()
  const { data: queue } = useAccountQuery(queueQuery)
  const { canWrite, canPublish, primary } = actions
  const nextTime = actions.times === null ? null : actions.times[0]
  const later = freeTimes(queue, row.set ?? null).slice(1, OFFERED)
  const isDraft = row.id !== null
  const ask = useOtherWords(row.id, 'writer')
  useKeys(ask ? { w: ask } : {})
  const variantOf = (action: typeof primary) => (action === primary ? 'primary' : 'secondary')
  return (
    <>
      {canPublish && isDraft && (
        <ApproveButton
          key={rowId(row)}
          subject={`“${row.title}”`}
          nextTime={nextTime}
          isPaused={isStopped(queue, row.set ?? null)}
          variant={variantOf(nextTime === null ? 'publish' : 'queue')}
          others={[
            ...(actions.dated ? [actions.dated] : []),
            ...later.map(at => ({
              label: `Approve for ${shortTime(at, now, timeZone)}`,
              onPick: () => actions.queueAt(at),
            })),
          ]}
          onApprove={actions.queue}
          onPublish={actions.publish}
        />
      )}
      {canWrite && isDraft && (
        <Button variant={primary === 'edit' ? 'primary' : 'ghost'} onClick={actions.edit}>
          Edit
        </Button>
      )}
      {canWrite && (
        <Button variant="ghost" className={isDraft ? FITS.rare : ''} onClick={actions.internal}>
          Not for customers
        </Button>
      )}
      {canWrite && isDraft && (
        <Button
          variant="ghost"
          // On a phone the time of approval takes its place; the menu has it too.
          className={`md:@max-[460px]:hidden ${nextTime === null ? '' : 'max-sm:hidden'}`}
          onClick={actions.dismiss}
        >
          Dismiss
        </Button>
      )}
      {canWrite && isDraft && (
        <MoreActions
          className={ask ? '' : FITS.menu}
          items={[
            ...(ask ? [{ label: 'Reword', onPick: ask }] : []),
            { label: 'Not for customers', hotkey: 'i', onPick: actions.internal },
            { label: 'Dismiss', hotkey: 'd', onPick: actions.dismiss },
          ]}
        />
      )}
      {canPublish && isDraft && (
        <KeyLine>{`⏎ ${nextTime === null ? 'publish' : 'approve'} · ? all keys`}</KeyLine>
      )}
    </>
  )
}

/** The actions on a flagged entry that is queued or published. */
function GoneOut({ row, actions }: Props) {
  const ask = useOtherWords(row.id, 'publisher')
  useKeys(ask ? { w: ask } : {})
  if (!actions.canPublish) return null
  return (
    <>
      <Button className="max-md:flex-1" onClick={actions.edit}>
        Edit
      </Button>
      {row.state === 'queued' ? (
        <Button className="max-md:flex-1" onClick={actions.takeBack}>
          Unqueue
        </Button>
      ) : (
        <Button
          className="max-md:flex-1"
          onClick={() => void askToWithdraw({ id: rowId(row), title: row.title }, 0, actions.takeBack)}
        >
          Withdraw
        </Button>
      )}
      {ask && <MoreActions className="" items={[{ label: 'Reword', onPick: ask }]} />}
    </>
  )
}

/** The ways from an item to its neighbours in the list. */
export interface Moving {
  previous: () => void
  next: () => void
}

interface MovesProps {
  actions: Moving
  className: string
}

/** Buttons to the item's neighbours in the list. */
function Moves({ actions, className }: MovesProps) {
  const moves = [
    ['Previous', 'up', 'k', actions.previous],
    ['Next', 'down', 'j', actions.next],
  ] as const
  return (
    <div className={`ml-auto flex forced-colors:gap-2 ${className}`}>
      {moves.map(([label, icon, key, run]) => (
        <Button
          key={label}
          variant="ghost"
          className="px-2!"
          aria-label={label}
          title={`${label} (${key})`}
          onClick={run}
        >
          <Icon name={icon} />
        </Button>
      ))}
    </div>
  )
}
