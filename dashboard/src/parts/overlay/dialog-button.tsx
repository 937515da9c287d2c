import { type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  verb: string
  /** The accessible name of the button. */
  label: string
  variant?: ButtonVariant
  /** The title of the dialog, if it is not the name of the button. */
  title?: string
  children: (close: () => void) => ReactNode
}

/** A button that opens a dialog. What the dialog shows is new each time. */
export function DialogButton({ verb, label, variant, title = label, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant={variant}
        className="justify-self-start"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  )
}
