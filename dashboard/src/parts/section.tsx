import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  lead?: ReactNode
  /** A button at the end of the heading, which names what it acts on. */
  action?: ReactNode
  /** What leads to it in an address. */
  anchor?: string
  children?: ReactNode
}

/** A part of a page with its own heading. */
export function Section({ title, lead, action, anchor, children }: Props) {
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
