import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  /** An icon before the title. */
  mark?: ReactNode
  title: string
  /** The text below the title. */
  meta?: ReactNode
  /** Whether it is unfolded, where the list decides that. */
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  /** What it unfolds. */
  children: ReactNode
}

/** A row of a list that unfolds what it holds below it. */
export const FoldingRow = ({ mark, title, meta, isOpen, onToggle, children }: Props) => (
  <li className="not-first:border-t border-line/60">
    <details open={isOpen} onToggle={event => onToggle?.(event.currentTarget.open)} className="m-0!">
      <summary className="group flex min-h-13 cursor-pointer items-center gap-3 rounded-md py-2">
        {mark}
        <span className="min-w-0 flex-1">
          <strong className="block font-semibold group-hover:underline">{title}</strong>
          {meta && <span className="block text-s text-quiet">{meta}</span>}
        </span>
        <Icon name="down" className="size-3 -rotate-90 text-quiet [[open]>summary>&]:rotate-0" />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-3 pb-4">{children}</div>
    </details>
  </li>
)
