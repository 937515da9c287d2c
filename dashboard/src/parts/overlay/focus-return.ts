/** Elements that may take the focus of one that left the page. Fields may not: the next key would be typed into them. */
const FOCUSABLE = 'a[href], button:not(:disabled), summary'

/** The element to return to. For an item of an open menu, which leaves with the menu, that is the menu's button. */
const openerOf = (active: Element | null): HTMLElement | null => {
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : active
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

const isShown = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility()

/**
 * Remembers which element has the focus. The returned function gives the focus back to it, or to its neighbour once it has left the page.
 */
export function rememberFocus(): () => void {
  const opener = openerOf(document.activeElement)
  if (!opener) return () => {}
  const around = neighboursOf(opener)
  return () => {
    if (!isShown(opener)) return around.find(isShown)?.focus()
    opener.focus()
    followWhenItLeaves(opener, around)
  }
}

/** Focusable elements, the nearest first: those after the element, then those before it. */
function neighboursOf(element: HTMLElement): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(one => one.tabIndex >= 0)
  const isAfter = (one: HTMLElement) =>
    (element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return [...all.filter(isAfter), ...all.filter(one => one !== element && !isAfter(one)).toReversed()]
}

/** Keeps watching the element: often the answer of a dialog removes the row of the button that opened it only after a while. */
function followWhenItLeaves(opener: HTMLElement, around: readonly HTMLElement[]): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === opener) return
    observer.disconnect()
    if (!opener.isConnected && document.activeElement === document.body) around.find(isShown)?.focus()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
