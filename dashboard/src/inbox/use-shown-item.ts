import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ListFocus } from './list/use-list-focus.ts'

/** From 800 px the first row is shown beside the list, without being chosen. */
export const isWide = (): boolean => matchMedia('(min-width: 800px)').matches

/** Shows each item from its beginning. Where it takes the place of the list, it takes the focus too, and gives it back. */
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
