import { type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  title?: ReactNode
  /** Whether it is open at first. */
  isOpen?: boolean
  children: ReactNode
}

const contentClass = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4 pt-3 pb-2 has-[>section]:gap-8'

/** Content that few people need, folded below a title that opens it. */
export function Fold({ title = 'Advanced', isOpen, children }: Props) {
  const [isOpenAtFirst] = useState(isOpen)
  return (
    <details open={isOpenAtFirst}>
      <summary className="flex min-h-8 w-fit cursor-pointer items-start gap-2 py-1.75 pointer-coarse:py-3.25 rounded-md text-s text-quiet hover:text-ink pointer-coarse:min-h-11">
        <Icon name="down" className="mt-0.75 size-3 shrink-0 -rotate-90 [[open]>summary>&]:rotate-0" />
        <span className="wrap-anywhere">{title}</span>
      </summary>
      <div className={contentClass}>{children}</div>
    </details>
  )
}

/** Content folded below a sentence, which may have links. The title that opens it ends the sentence. */
export function SentenceFold({ lead, title, isOpen = false, children }: Props & { lead: ReactNode }) {
  const [isShown, setShown] = useState(isOpen)
  const content = useId()
  return (
    <div className="py-1">
      <p dir="auto" className="text-quiet wrap-anywhere">
        {/* A wide space that takes no room at the beginning of a line. */}
        {lead}
        {'\u2002'}
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={content}
          className="group inline-flex min-h-6 items-center gap-1 rounded-md text-s whitespace-nowrap hover:text-ink relative pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2.5 pointer-coarse:after:inset-x-0 forced-colors:underline"
          onClick={() => setShown(!isShown)}
        >
          {title}
          <Icon name="down" className="size-3 group-aria-expanded:rotate-180" />
        </button>
      </p>
      <div id={content} hidden={!isShown} className={contentClass}>
        {children}
      </div>
    </div>
  )
}
