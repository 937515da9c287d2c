import type { ComponentProps } from 'react'

/** A link that leads out of the dashboard, in a tab of its own. */
export const Out = ({
  className = 'rounded-md text-accent underline',
  children,
  ...link
}: ComponentProps<'a'>) => (
  <a {...link} target="_blank" rel="noreferrer" className={className}>
    {children}
  </a>
)
