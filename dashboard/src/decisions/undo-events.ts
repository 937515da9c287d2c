import { useEffect, useEffectEvent } from 'react'
import type { OutputOf } from '../api/client.ts'

type Undone = Extract<OutputOf<'change undo'>['outcomes'][number], { outcome: 'undone' }>

const ASKED = 'tidings-undo'
const DONE = 'tidings-undone'

/** Undoes this change, or the person's last one. Asks first if readers would see the undo. */
export const askToUndo = (change?: string): boolean =>
  dispatchEvent(new CustomEvent<string | undefined>(ASKED, { detail: change }))

/** The button of a message that undoes this change, or the person's last one. */
export const undoOf = (change?: string) => ({ label: 'Undo', run: () => void askToUndo(change) })

/** Tells the page which items were undone. */
export const tellUndone = (items: readonly Undone[]): boolean =>
  dispatchEvent(new CustomEvent(DONE, { detail: items }))

/** Calls `onAsked` when somebody asks for an undo. */
export const useAskedToUndo = (onAsked: (change: string | undefined) => void): void =>
  useWindowEvent(ASKED, onAsked)

/** Calls `onUndone` with the items that were undone, on whichever page that happened. */
export const useUndone = (onUndone: (items: readonly Undone[]) => void): void =>
  useWindowEvent(DONE, onUndone)

function useWindowEvent<T>(name: string, run: (detail: T) => void): void {
  const heard = useEffectEvent(run)
  useEffect(() => {
    const hear = (event: Event) => heard((event as CustomEvent<T>).detail)
    addEventListener(name, hear)
    return () => removeEventListener(name, hear)
  }, [name])
}
