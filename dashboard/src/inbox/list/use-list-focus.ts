import { createContext, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import { useWindowEvent } from '../../parts/use-window-event.ts'

/** Whether the focus belongs to the rows. Then it is always on the current row, even after the row that had it has left. */
export interface ListFocus {
  belongsToList: () => boolean
  /** Gives the focus to the rows, unless the person is visibly somewhere else, such as on a button that they pressed with a key. */
  take: (isAsked?: boolean) => void
}

export const ListFocusContext = createContext<ListFocus>({ belongsToList: () => false, take: () => {} })

const isRow = (target: unknown): boolean =>
  target instanceof Element && target.closest('[data-item]') !== null

const isVisiblyElsewhere = (active: Element | null): boolean =>
  active instanceof HTMLElement && active.tabIndex >= 0 && !isRow(active) && active.matches(':focus-visible')

export function useListFocus(): ListFocus {
  const belongs = useRef(false)
  useWindowEvent('focusin', ({ target }) => {
    belongs.current = isRow(target)
  })
  return useMemo(
    () => ({
      belongsToList: () => belongs.current,
      take: (isAsked = false) => {
        if (isAsked || !isVisiblyElsewhere(document.activeElement)) belongs.current = true
      },
    }),
    [],
  )
}

/** Gives a row the focus when it becomes the one that the tab key stops at. */
export function useRowFocus(isTabStop: boolean) {
  const row = useRef<HTMLAnchorElement>(null)
  const focus = useContext(ListFocusContext)
  useLayoutEffect(() => {
    if (isTabStop && focus.belongsToList()) row.current?.focus({ preventScroll: true })
  }, [isTabStop, focus])
  return row
}

/** Puts the focus on the current row. Returns false if the row is not visible, as on a phone that shows the item. */
export function focusCurrentRow(): boolean {
  const row = document.querySelector<HTMLElement>('[data-item][tabindex="0"]')
  row?.focus()
  return row !== null && row === document.activeElement
}
