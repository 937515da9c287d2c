import { useLayoutEffect, useRef } from 'react'

/** The heading of a page. It also names the window, and takes the focus when the page opens. */
export function Title({ children, className = '' }: { children: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Before the page is painted, so that what a person goes to then keeps the focus.
  useLayoutEffect(() => {
    document.title = `${children} · Tidings`
    // A field of the page may have the focus already.
    if (!document.activeElement?.closest('main')) heading.current?.focus({ preventScroll: true })
  }, [children])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`text-2xl font-semibold text-balance wrap-anywhere low:text-xl ${className}`}
    >
      {children}
    </h1>
  )
}
