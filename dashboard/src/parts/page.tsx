import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Problem } from './notice.tsx'
import { Title } from './text/title.tsx'

interface Props {
  title: string
  lead?: ReactNode
  /** The page that this one is a detail of. */
  parent?: Pick<LinkProps, 'to' | 'params'> & { label: string }
  /** The content next to the title. */
  actions?: ReactNode
  width?: keyof typeof WIDTHS
  children: ReactNode
}

/** The width of a page: one column, or the whole screen, for several columns. */
const WIDTHS = { column: 'box-content max-w-page', screen: 'max-w-wide' }

/** A page in the middle of the frame. What it is a detail of stands in the space above it, so that all titles are at one height. */
export function Page({ title, lead, parent, actions, width = 'column', children }: Props) {
  return (
    <div
      className={`mx-auto grid grid-cols-[minmax(0,1fr)] gap-8 px-5 py-6 low:gap-6 low:py-4 md:px-8 md:pt-11 md:pb-8 xl:px-10 ${WIDTHS[width]}`}
    >
      <div className={`grid grid-cols-[minmax(0,1fr)] gap-1 ${parent ? 'md:-mt-6' : ''}`}>
        {parent && (
          <Link {...parent} className="w-fit rounded-md text-quiet hover:text-ink hover:underline">
            <span aria-hidden="true">← </span>
            {parent.label}
          </Link>
        )}
        {/* The actions take the height of the title, so that what is below starts at one place with and without them. */}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-36">
            <Title>{title}</Title>
          </div>
          <div className="peer -my-px min-w-0 empty:hidden pointer-coarse:-my-1.25 low:-my-1.25 low:pointer-coarse:-my-2.25">
            {actions}
          </div>
          {lead && (
            <p className="-mt-2 w-full text-quiet text-pretty pointer-coarse:peer-not-empty:mt-0">{lead}</p>
          )}
        </div>
      </div>
      {children}
    </div>
  )
}

/** Replaces content whose data could not be loaded: the error, and a button to try again. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Problem error={error} />
      <Button onClick={() => void onRetry()}>Try again</Button>
    </div>
  )
}
