import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Store } from '../store.ts'

interface Toast {
  id: number
  message: string
  /** A button beside the message, such as "Undo". */
  action?: { label: string; run: () => void } | undefined
}

const SHOWN_MS = 10_000

/** A sentence for screen readers. */
interface Announcement {
  id: number
  text: string
}

/** The newest message about what was done, and the newest sentence to read aloud. Each new one replaces the one before. */
class ToastStore extends Store {
  #toast: Toast | null = null
  #said: Announcement = { id: 0, text: '' }
  #count = 0

  /** Shows the message and reads it aloud, followed by `next`. */
  show(message: string, action?: Toast['action'], next?: string) {
    this.#toast = { id: ++this.#count, message, action }
    this.announce(next ? `${message} ${next}` : message)
  }

  /** Says why something failed. */
  readonly failed = (error: unknown) =>
    this.show(error instanceof Error ? error.message : 'That did not work.')

  /** Reads a sentence aloud that is visible elsewhere on the page. */
  announce(text: string) {
    this.#said = { id: ++this.#count, text }
    this.changed()
  }

  hide() {
    this.#toast = null
    this.changed()
  }

  readonly current = () => this.#toast
  readonly said = () => this.#said
}

export const toasts = new ToastStore()

/** The newest toast, above a bar of actions, and the sentence to read aloud. A toast stays while the pointer or the focus is on it. */
export function Toasts() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current)
  const said = useSyncExternalStore(toasts.subscribe, toasts.said)
  return (
    <>
      <div role="status" className="sr-only">
        <span key={said.id}>{said.text}</span>
      </div>
      {toast && <Message key={toast.id} toast={toast} />}
    </>
  )
}

function Message({ toast: { message, action } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => toasts.hide(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <section
      aria-label="Message"
      className="pointer-events-none fixed inset-x-0 bottom-16 z-30 flex justify-center px-4 md:bottom-4 md:[body:has([role=toolbar])_&]:bottom-20"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: holding the toast is not an action. */}
      <div
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        className="pointer-events-auto flex max-w-[min(100%,640px)] items-center gap-3 rounded-md bg-ink py-1.5 pr-1.5 pl-4 text-ground shadow-lg forced-colors:border"
      >
        <span dir="auto" className="line-clamp-2 min-w-0">
          {message}
        </span>
        {action && (
          <button
            type="button"
            className="rounded-md px-2 py-1 font-semibold underline hover:opacity-80"
            onClick={action.run}
          >
            {action.label}
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
    </section>
  )
}
