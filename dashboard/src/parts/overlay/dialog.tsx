import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { rememberFocus } from './focus-return.ts'

interface Props {
  title: string
  isTitleHidden?: boolean
  /** `alertdialog` for a question that interrupts. */
  role?: 'dialog' | 'alertdialog'
  className?: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog, which is open while it is mounted. The browser keeps the focus inside; when it closes, the
 * focus returns to where it was. It is not affected by the layout around the button that opens it.
 */
export function Dialog({ title, isTitleHidden, role = 'dialog', className = '', onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // A layout effect ends while the dialog is still in the page; a dialog that closes later could not give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    const giveBack = rememberFocus()
    element?.showModal()
    return () => {
      element?.close()
      giveBack()
    }
  }, [])
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog.
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        if (event.target === event.currentTarget) onClose()
      }}
      className={`m-auto w-[min(440px,calc(100vw-32px))] rounded-md bg-floating p-0 text-ink shadow-lg ring-1 ring-line backdrop:bg-veil ${className}`}
    >
      <div className="grid gap-4 p-6">
        <h2
          id={id}
          className={isTitleHidden ? 'sr-only' : 'text-xl font-semibold text-balance wrap-anywhere'}
        >
          {title}
        </h2>
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
