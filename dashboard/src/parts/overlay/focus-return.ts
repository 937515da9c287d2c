/** What may have the focus in place of what left the page. Not fields: the next key would be typed into one. */
const FOCUSABLE = 'a[href], button:not(:disabled), summary'

/** The button of an open menu stands for the items of it, which leave with the menu. */
const openerOf = (active: Element | null): HTMLElement | null => {
  const button = active?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : active
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

const isShown = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility()

/** Remembers what has the focus. Calls of the result give it the focus again, or its neighbour once it has left the page. */
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

/** What can have the focus: first what comes after the element, then what comes before it, the nearest first. */
function neighboursOf(element: HTMLElement): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(one => one.tabIndex >= 0)
  const isAfter = (one: HTMLElement) =>
    (element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return [...all.filter(isAfter), ...all.filter(one => one !== element && !isAfter(one)).toReversed()]
}

/** Often the answer of a dialog removes the row of the button that opened it, after a while. */
function followWhenItLeaves(opener: HTMLElement, around: readonly HTMLElement[]): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === opener) return
    observer.disconnect()
    if (!opener.isConnected && document.activeElement === document.body) around.find(isShown)?.focus()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
