import { useLayoutEffect, useRef } from 'react'
import entry from '../../../../src/changelog/page/html/entry.css?inline'
import type from '../../../../src/changelog/page/html/type.css?inline'

const sheet = new CSSStyleSheet()
/** Links work where the whole row can be pressed. */
sheet.replaceSync(`${type}${entry}a { position: relative; }`)

/**
 * An entry, or a part of it, as readers see it: in the style of the hosted page, in a shadow root, so that neither style reaches the other.
 * `html` comes from the server, which sanitises it. `className` may change the typefaces.
 */
export function AsRead({ html, className = '' }: { html: string; className?: string }) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = host
    if (!current) return
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    root.innerHTML = html
  }, [html])
  return (
    <div
      ref={host}
      className={`[--code:var(--font-mono)] [--sans:var(--font-sans)] [--serif:var(--font-serif)] ${className}`}
    />
  )
}

/** The text of an entry. */
export const Prose = ({ html, className }: { html: string; className?: string }) =>
  html === '' ? null : <AsRead html={`<div class="body" dir="auto">${html}</div>`} {...{ className }} />
