import { useLayoutEffect, useState } from 'react'

/**
 * The items, with those that left kept in their places while the pointer is over the page, so that nothing moves under it. These disappear
 * when the pointer leaves the page or the page is scrolled. With another `list`, all items are new.
 */
export function useSteady<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  list = '',
): readonly { item: T; isGone: boolean }[] {
  const [last, setLast] = useState({ list, items })
  const here = new Set(items.map(keyOf))
  const shown = last.list === list ? withGone(items, last.items, keyOf) : items
  if (last.list !== list || namesOf(shown, keyOf) !== namesOf(last.items, keyOf))
    setLast({ list, items: shown })
  const hasGone = shown.length > items.length
  useLayoutEffect(() => {
    if (!hasGone) return
    const forget = () => setLast(({ list }) => ({ list, items: [] }))
    const page = document.querySelector('main')
    if (!page?.matches(':hover')) return forget()
    page.addEventListener('mouseleave', forget)
    addEventListener('scroll', forget)
    return () => {
      page.removeEventListener('mouseleave', forget)
      removeEventListener('scroll', forget)
    }
  }, [hasGone])
  return shown.map(item => ({ item, isGone: !here.has(keyOf(item)) }))
}

const namesOf = <T>(items: readonly T[], keyOf: (item: T) => string): string => items.map(keyOf).join('\n')

/** Puts each item that is gone after the item that it followed before. */
function withGone<T>(items: readonly T[], before: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keys = items.map(keyOf)
  const shown = [...items]
  for (const [at, one] of before.entries()) {
    const key = keyOf(one)
    if (keys.includes(key)) continue
    const previous = before[at - 1]
    const place = previous === undefined ? 0 : keys.indexOf(keyOf(previous)) + 1
    shown.splice(place, 0, one)
    keys.splice(place, 0, key)
  }
  return shown
}
