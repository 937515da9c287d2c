import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  /** The verb on both buttons. */
  verb: string
  /** The accessible name of the button, where several stand in a list. */
  label: string
  question: string
  disabled?: boolean
  children: ReactNode
  onConfirm: () => void
}

/** A button for what cannot be undone: it asks first, and says what will happen. */
export function Confirm({ verb, label, question, disabled, children, onConfirm }: Props) {
  const [isOpen, setOpen] = useState(false)
  const confirm = () => {
    setOpen(false)
    onConfirm()
  }
  return (
    <>
      <Button variant="ghost" aria-label={label} disabled={disabled} onClick={() => setOpen(true)}>
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
