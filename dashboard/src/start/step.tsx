import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'

interface Props {
  number: number
  isLast: boolean
  title: string
  state: 'open' | 'done' | 'later'
  /** Whether all steps are done, including this one while it is open. */
  isFinished: boolean
  /** The result of the step, once it is done. */
  result: ReactNode
  /** What the person can still do in the step once it is done; null if their role allows nothing. */
  verb: string | null
  /** Whether it takes the focus when it opens, because the person came from another step. */
  takesFocus: boolean
  onOpen: () => void
  children: ReactNode
}

/** A step of the path: open, or one line with its result. */
export function Step(props: Props) {
  const { number, isLast, title, state, isFinished, result, verb, takesFocus, onOpen, children } = props
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = state === 'open'
  useEffect(() => {
    if (isOpen && takesFocus) heading.current?.focus()
  }, [isOpen, takesFocus])
  return (
    <li
      aria-current={isOpen ? 'step' : undefined}
      className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3 sm:gap-x-4"
    >
      <Rail number={number} state={isFinished ? 'done' : state} isLast={isLast} />
      <section
        aria-labelledby={id}
        className={`grid grid-cols-[minmax(0,1fr)] content-start gap-4 ${isLast ? '' : isOpen ? 'pb-10' : 'pb-5'}`}
      >
        <div className="flex min-h-7 items-center justify-between gap-4">
          <div className="min-w-0">
            <h2
              id={id}
              ref={heading}
              tabIndex={-1}
              className={`text-l font-semibold outline-none ${state === 'later' ? 'text-quiet' : ''}`}
            >
              {title}
              {(isFinished || state === 'done') && <span className="sr-only">, done</span>}
            </h2>
            {state === 'done' && <p className="text-quiet wrap-anywhere">{result}</p>}
          </div>
          {state === 'done' && verb !== null && (
            <Button aria-label={`${verb}: ${title}`} onClick={onOpen}>
              {verb}
            </Button>
          )}
        </div>
        {isOpen && children}
      </section>
    </li>
  )
}

const CIRCLES = {
  open: 'bg-accent text-on-accent',
  done: 'bg-raised text-ink',
  later: 'text-quiet ring-1 ring-line ring-inset',
}

/** The number of the step, or a check mark, above a line that leads to the next. */
function Rail({ number, state, isLast }: Pick<Props, 'number' | 'state' | 'isLast'>) {
  return (
    <div aria-hidden="true" className="grid grid-rows-[28px_minmax(0,1fr)] justify-items-center">
      <span
        className={`grid size-7 place-items-center rounded-full text-s font-semibold tabular-nums ${CIRCLES[state]}`}
      >
        {state === 'done' ? <Icon name="check" className="size-3.5" /> : number}
      </span>
      {!isLast && <span className="my-1 w-px bg-line" />}
    </div>
  )
}

/** Replaces something that only an owner may do. */
export const OwnersOnly = ({ children }: { children: ReactNode }) => (
  <p className="text-quiet">Only owners can {children}. Ask one of them.</p>
)
