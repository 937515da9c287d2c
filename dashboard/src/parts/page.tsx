import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
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

interface SectionProps {
  title: string
  lead?: ReactNode
  /** A button at the end of the heading, which names what it acts on. */
  action?: ReactNode
  /** What leads to it in an address. */
  anchor?: string
  children?: ReactNode
}

/** A part of a page with its own heading. */
export function Section({ title, lead, action, anchor, children }: SectionProps) {
  const id = useId()
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      // The room around what can be unfolded is for pointing at it.
      className="grid scroll-mt-6 grid-cols-[minmax(0,1fr)] content-start gap-3 [&_details]:-mt-1.75 [&_details:not([open])]:-mb-1.75"
    >
      <div className={`grid gap-1 ${action ? 'pointer-coarse:gap-3' : ''}`}>
        {/* The action takes the height of the title. */}
        <div className="flex items-center justify-between gap-4">
          <h2 id={id} className="text-l font-semibold">
            {title}
          </h2>
          {action && <div className="quiet-buttons -my-1.5 grid justify-items-end gap-2">{action}</div>}
        </div>
        {lead && <p className="max-w-text text-quiet text-pretty">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
