import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useState } from 'react'
import { Button, buttonLook } from './button.tsx'

interface Props {
  /** The verb on the button that asks, and on the one that does it. */
  verb: string
  /** What the button is called where several stand in a list. */
  label: string
  question: string
  children: ReactNode
  onConfirm: () => void
}

/** For what cannot be undone: asks once more, and says what will happen. */
export function Confirm({ verb, label, question, children, onConfirm }: Props) {
  const [isOpen, setOpen] = useState(false)
  const confirm = () => {
    setOpen(false)
    onConfirm()
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger aria-label={label} className={buttonLook('quiet')}>
        {verb}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-20 bg-veil" />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-20 grid w-[min(400px,calc(100vw-40px))] -translate-x-1/2 -translate-y-1/2 gap-4 rounded-md bg-floating p-6 shadow-lg ring-1 ring-line">
          <AlertDialog.Title className="text-xl font-semibold text-balance">{question}</AlertDialog.Title>
          <AlertDialog.Description className="text-quiet">{children}</AlertDialog.Description>
          <div className="flex justify-end gap-2">
            <AlertDialog.Close className={buttonLook('plain')}>Cancel</AlertDialog.Close>
            <Button look="danger" onClick={confirm}>
              {verb}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
