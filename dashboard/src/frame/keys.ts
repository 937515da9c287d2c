import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useWindowEvent } from '../parts/use-window-event.ts'

const SETTING = 'tidings-keys'

/** Whether single keys are shortcuts. They can be switched off, because speech input may type them by accident (WCAG 2.1.4). */
export const areKeysOn = (): boolean => localStorage.getItem(SETTING) !== 'off'

export const switchKeys = (on: boolean): void => localStorage.setItem(SETTING, on ? 'on' : 'off')

/** Actions by `KeyboardEvent.key`, preceded by `ctrl+`, or by `shift+` for a letter. */
export type KeyActions = Record<string, () => void>

/** The key actions of the mounted parts of the page, the newest last. */
const mounted = new Set<() => KeyActions>()

/** The current actions of the keys on this page; empty while the page has something to fill in. Not for rendering. */
export const actionsNow = (): KeyActions =>
  isFormShown() ? {} : Object.assign({}, ...[...mounted].map(actionsOf => actionsOf()))

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select') !== null)

/** Whether the key presses the focused control, as enter and space do. Enter on a link in a list acts on the item instead. */
const pressesControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof HTMLElement &&
  target.closest('button, a:not([data-item]), summary, input') !== null

const nameOf = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string => {
  if (ctrlKey || metaKey) return `ctrl+${key.toLowerCase()}`
  return shiftKey && /^[a-zA-Z]$/.test(key) ? `shift+${key.toLowerCase()}` : key
}

/** Marks a part of a page where letters are for typing, even while its fields are still loading. */
export const WORDS_ONLY = { 'data-words-only': true }

/** Whether the page has something to fill in. Then a letter typed outside of a field does nothing. */
const isFormShown = (): boolean =>
  document.querySelector('main form, main textarea, main [data-words-only]') !== null

/**
 * Runs an action for a key while the component is mounted: not while typing or while the page has a form (but `Escape` then too), not
 * while another page is loaded, not in dialogs and menus, not with alt.
 */
export function useKeys(actions: KeyActions): void {
  const router = useRouter()
  useWindowEvent('keydown', event => {
    if (event.defaultPrevented || event.altKey) return
    if (!areKeysOn() && !event.ctrlKey && !event.metaKey) return
    if (isTyping(event) || pressesControl(event)) return
    if (document.querySelector('dialog[open], [role=menu], [data-takes-keys]')) return
    if (router.latestLocation.pathname !== router.state.resolvedLocation?.pathname) return
    if (event.key !== 'Escape' && isFormShown()) return
    const action = actions[nameOf(event)]
    if (!action) return
    event.preventDefault()
    action()
  })
  const given = useEffectEvent(() => actions)
  useEffect(() => {
    const actionsOf = () => given()
    mounted.add(actionsOf)
    return () => void mounted.delete(actionsOf)
  }, [])
}
