import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** A list of rows with a line between them. */
export const Rows = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul aria-label={label} className="-mt-1 empty:hidden">
    {children}
  </ul>
)

interface Props {
  /** An icon or picture before the title. */
  mark?: ReactNode
  title: ReactNode
  /** The text below the title. */
  meta?: ReactNode
  /** The content at the end of the row: a state, a button. */
  action?: ReactNode
  /** What the row opens, from anywhere in it. */
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>
  /** Whether the text below the title begins with the icon of a state, which its further lines do not run under. */
  hangs?: boolean
  /** Whether its arrow is left out, in a list whose rows end with buttons. */
  isArrowless?: boolean
  /** Whether it has left the list and only keeps its place. */
  isGone?: boolean
  /** Content below the row, over its whole width. */
  children?: ReactNode
}

/** A row of a list: a title, details, and actions. */
export const Row = ({
  mark,
  title,
  meta,
  action,
  link,
  hangs = false,
  isArrowless = false,
  isGone = false,
  children,
}: Props) => (
  <li
    className={`group relative flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 not-first:border-t border-line/60 py-2 ${link && !isArrowless ? 'pr-6' : ''} ${isGone ? 'invisible' : ''}`}
  >
    {mark}
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-40 flex-1">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {link ? (
            <Link {...link} className="after:absolute after:inset-0 group-hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {meta && (
          <p
            className={`text-s wrap-anywhere text-quiet ${hangs ? 'pl-5 -indent-5 [&_.block]:indent-0' : ''}`}
          >
            {meta}
          </p>
        )}
      </div>
      {action && <div className="quiet-buttons flex items-center gap-2">{action}</div>}
    </div>
    {link && !isArrowless && (
      <Icon name="down" className="absolute top-[calc(50%-6px)] right-0 size-3 -rotate-90 text-quiet" />
    )}
    {children && (
      <div className="relative grid w-full grid-cols-[minmax(0,1fr)] gap-2 not-has-[>:not(:empty)]:absolute">
        {children}
      </div>
    )}
  </li>
)
