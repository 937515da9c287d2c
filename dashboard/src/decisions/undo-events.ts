import type { OutputOf } from '../api/client.ts'
import { useWindowEvent } from '../parts/use-window-event.ts'

type Undone = Extract<OutputOf<'change undo'>['outcomes'][number], { outcome: 'undone' }>

const ASKED = 'tidings-undo'
const DONE = 'tidings-undone'

declare global {
  interface WindowEventMap {
    [ASKED]: CustomEvent<string | undefined>
    [DONE]: CustomEvent<readonly Undone[]>
  }
}

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
  useWindowEvent(ASKED, ({ detail }) => onAsked(detail))

/** Calls `onUndone` with the items that were undone, on whichever page that happened. */
export const useUndone = (onUndone: (items: readonly Undone[]) => void): void =>
  useWindowEvent(DONE, ({ detail }) => onUndone(detail))
