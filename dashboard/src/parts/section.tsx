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
      className="grid scroll-mt-6 grid-cols-[minmax(0,1fr)] content-start gap-3"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-1">
          <h2 id={id} className="text-l font-semibold">
            {title}
          </h2>
          {lead && <p className="max-w-text text-quiet text-pretty">{lead}</p>}
        </div>
        {action && <div className="grid justify-items-end gap-2">{action}</div>}
      </div>
      {children}
    </section>
  )
}
