import { type ReactNode, useEffect, useId, useRef } from 'react'

/** A panel that opens in place of the button that was pressed. It scrolls into view and takes the focus. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section aria-labelledby={id} className="grid max-w-text scroll-my-6 gap-4 rounded-md bg-raised p-4">
      <h3 id={id} ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {title}
      </h3>
      {children}
    </section>
  )
}
