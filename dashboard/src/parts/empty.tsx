import type { ReactNode } from 'react'

interface Props {
  title: string
  /** What will be here. */
  children: ReactNode
  /** The step that fills it. */
  action?: ReactNode
}

/** Replaces content that does not exist yet. */
export const Empty = ({ title, children, action }: Props) => (
  <div className="grid max-w-text justify-items-start gap-2 py-4">
    <h2 className="text-xl font-semibold text-balance">{title}</h2>
    <p className="text-quiet text-pretty">{children}</p>
    {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
  </div>
)
