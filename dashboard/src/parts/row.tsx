import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** Rows with a line between them. */
export const Rows = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul aria-label={label} className="border-b border-line/60 empty:hidden">
    {children}
  </ul>
)

interface Props {
  /** A glyph or picture before the title. */
  mark?: ReactNode
  title: ReactNode
  /** What is told below the title. */
  meta?: ReactNode
  /** What stands at the end: a state, a button. */
  action?: ReactNode
  /** Where the title leads. */
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>
  /** What stands below it, over its whole width. */
  children?: ReactNode
}

/** A row of a list: what it is, what is told of it, and what can be done. */
export const Row = ({ mark, title, meta, action, link, children }: Props) => (
  <li className="relative flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line/60 py-2">
    {mark}
    <div className="min-w-40 flex-1">
      <p dir="auto" className="font-semibold wrap-anywhere">
        {link ? (
          // The whole row leads there; its buttons stand above.
          <Link {...link} className="rounded-md after:absolute after:inset-0 hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
      {meta && <p className="text-s wrap-anywhere text-quiet">{meta}</p>}
    </div>
    {action && <div className="relative flex items-center gap-1">{action}</div>}
    {children && (
      <div className="relative grid w-full grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">{children}</div>
    )}
  </li>
)
