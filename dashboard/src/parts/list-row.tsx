import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { Headline } from './text/headline.tsx'
import { Time } from './text/time.tsx'

interface Props {
  /** The address of the item, for a click with a control key. */
  href: string
  /** More attributes of the link. */
  link?: Pick<ComponentProps<'a'>, 'ref' | 'tabIndex' | 'aria-keyshortcuts'>
  title: string
  /** The sign before the title. The checkbox replaces it. */
  mark: ReactNode
  /** When it was merged, in milliseconds since 1970; 0 if that is not said. */
  at: number
  /** A quiet line below the title; empty for none. */
  meta: ReactNode
  isCurrent: boolean
  isChosen: boolean
  /** Whether any row is selected; then all rows show their checkbox. */
  isChoosing: boolean
  /** Selects or deselects the row; with `isRange`, all from the last selected one to it. Null if it cannot be selected. */
  onChoose: ((isRange: boolean) => void) | null
  onOpen: () => void
  /** Moves the row up or down among its neighbours. */
  onMove?: ((step: 1 | -1) => void) | undefined
}

/** A row of a list beside the item that it opens: one or two lines of a title with its age, and below it what is out of the ordinary. */
export function ListRow(props: Props) {
  const { href, link, title, mark, at, meta, isCurrent, isChosen, isChoosing, onChoose, onOpen } = props
  const hidesMark = isChoosing ? 'opacity-0' : onChoose ? 'pointer-fine:group-hover:opacity-0' : ''
  return (
    <div className={`group relative mx-2 rounded-md ${isCurrent ? 'bg-highlight' : 'hover:bg-highlight/60'}`}>
      <a
        {...link}
        href={href}
        data-item
        aria-current={isCurrent ? 'true' : undefined}
        onKeyDown={event => press(event, props)}
        onClick={event => {
          if (event.metaKey || event.ctrlKey) return
          event.preventDefault()
          if (event.shiftKey && onChoose) onChoose(true)
          else onOpen()
        }}
        className="grid rounded-md grid-cols-[20px_minmax(0,1fr)_auto] gap-x-2.5 px-3 py-2.5 pointer-coarse:py-3.25 -outline-offset-2!"
      >
        <span className={`mt-px ${hidesMark}`}>{mark}</span>
        <span
          dir="auto"
          // The tracking keeps bold words as wide as they were, so that hardly a title wraps, and moves the rows below, as it is opened.
          className={`line-clamp-2 text-left leading-4.5 wrap-anywhere ${isCurrent ? 'font-semibold tracking-[-0.0075em]' : ''}`}
        >
          <Headline title={title} />
        </span>
        <span className="text-s leading-4.5 text-quiet tabular-nums">
          {at > 0 && <Time at={at} isBrief />}
        </span>
        {meta && (
          <span className="col-span-2 col-start-2 truncate text-s leading-4.5 text-quiet">{meta}</span>
        )}
        {isChosen && <span className="sr-only">, selected</span>}
      </a>
      {onChoose && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${title}`}
          checked={isChosen}
          onChange={event => onChoose((event.nativeEvent as MouseEvent).shiftKey)}
          className={`absolute top-2.75 left-3 size-4 cursor-pointer pointer-coarse:top-3.5 before:absolute before:-inset-3 before:content-[''] pointer-fine:group-hover:opacity-100 focus-visible:opacity-100 ${isChoosing ? '' : 'opacity-0'}`}
        />
      )}
    </div>
  )
}

/** Handles keys on a row: arrows open the neighbours and space selects, even if single keys are switched off. */
function press(event: KeyboardEvent<HTMLElement>, { onChoose, onMove }: Props): void {
  const isVertical = event.key === 'ArrowDown' || event.key === 'ArrowUp'
  const at = event.currentTarget.closest('li')
  const neighbour = event.key === 'ArrowDown' ? at?.nextElementSibling : at?.previousElementSibling
  if (event.altKey) {
    if (!onMove || !isVertical) return
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  } else if (isVertical && neighbour) neighbour.querySelector<HTMLElement>('[data-item]')?.click()
  else if (event.key === ' ') onChoose?.(event.shiftKey)
  else return
  event.preventDefault()
}
