import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from '../parts/icon.tsx'

interface Toast {
  id: number
  message: string
  /** Beside the message, such as "Undo". */
  action?: { label: string; run: () => void } | undefined
}

const SHOWN_MS = 10_000

/** The newest message about something that was done. A new one replaces the one before it. */
class ToastStore {
  #listeners = new Set<() => void>()
  #toast: Toast | null = null
  #count = 0

  show(message: string, action?: Toast['action']) {
    this.#set({ id: ++this.#count, message, action })
  }

  hide() {
    this.#set(null)
  }

  readonly current = () => this.#toast

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #set(toast: Toast | null) {
    this.#toast = toast
    for (const listener of this.#listeners) listener()
  }
}

export const toasts = new ToastStore()

/** Shows the newest toast, and reads it aloud. It stays while the pointer or the focus is on it. */
export function Toasts() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!toast || isHeld) return
    const timer = setTimeout(() => toasts.hide(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast, isHeld])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-16 z-30 flex justify-center px-4 md:bottom-4"
    >
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: holding the toast is not an action.
        <div
          key={toast.id}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          className="pointer-events-auto flex max-w-full items-center gap-3 rounded-md bg-ink py-1.5 pr-1.5 pl-4 text-ground shadow-lg"
        >
          <span className="min-w-0">{toast.message}</span>
          {toast.action && (
            <button
              type="button"
              className="rounded-md px-2 py-1 font-semibold underline hover:opacity-80"
              onClick={toast.action.run}
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            aria-label="Close message"
            className="rounded-md p-2 hover:opacity-80"
            onClick={() => toasts.hide()}
          >
            <Icon name="close" className="size-3" />
          </button>
        </div>
      )}
    </div>
  )
}
