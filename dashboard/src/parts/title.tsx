import { useEffect, useRef } from 'react'

/** The heading of a page: it names the window, and whoever comes by keyboard or ear begins here. */
export function Title({ children, className = '' }: { children: string; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${children} · Tidings`
    // A field that asks for the focus has it already.
    if (!document.activeElement || document.activeElement === document.body) heading.current?.focus()
  }, [children])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`text-2xl font-semibold tracking-tight text-balance wrap-anywhere ${className}`}
    >
      {children}
    </h1>
  )
}
