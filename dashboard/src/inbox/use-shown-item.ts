import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ListFocus } from './list/use-list-focus.ts'

/** Whether the window has room for an item beside the list (800 px). Then the first row is shown without being selected. */
export const isWide = (): boolean => matchMedia('(min-width: 800px)').matches

/** Scrolls each item to its beginning. If the item replaces the list, it takes the focus too, and gives it back. */
export function useShownItem(id: string | undefined, item: string | undefined, focus: ListFocus) {
  const element = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (id !== undefined) element.current?.scrollTo(0, 0)
  }, [id])
  const isOpen = item !== undefined
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen !== wasOpen.current && !isWide()) {
      if (isOpen) element.current?.focus()
      else focus.take(true)
    }
    wasOpen.current = isOpen
  }, [isOpen, focus])
  return element
}
