import { type ReactNode, useState } from 'react'
import { Button, type Variant } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  /** The verb on both buttons. */
  verb: string
  /** The accessible name of the button, where several stand in a list. */
  label: string
  question: string
  /** Of the button that asks. */
  variant?: Variant
  className?: string
  disabled?: boolean
  children: ReactNode
  onConfirm: () => void
}

/** A button for what cannot be undone: it asks first, and says what will happen. */
export function Confirm({ verb, label, question, children, onConfirm, variant = 'ghost', ...button }: Props) {
  const [isOpen, setOpen] = useState(false)
  const confirm = () => {
    setOpen(false)
    onConfirm()
  }
  return (
    <>
      <Button variant={variant} aria-label={label} {...button} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      {isOpen && (
        <Dialog role="alertdialog" title={question} onClose={() => setOpen(false)}>
          <p className="text-quiet">{children}</p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="danger" onClick={confirm}>
              {verb}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
