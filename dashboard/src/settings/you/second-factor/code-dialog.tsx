import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CodeField } from '../../../parts/form/code-field.tsx'
import { Form } from '../../../parts/form/form.tsx'
import { Dialog } from '../../../parts/overlay/dialog.tsx'

interface Props<T> {
  title: string
  verb: string
  variant: 'primary' | 'danger'
  /** Sends the code with the request that needs it. */
  send: (code: string) => Promise<T>
  onDone: (given: T) => void
  onClose: () => void
  children: ReactNode
}

/** Asks for a code before an action that only the owner of the second factor may run. */
export function CodeDialog<T>({ title, verb, variant, send, onDone, onClose, children }: Props<T>) {
  const [code, setCode] = useState('')
  const action = useMutation({
    mutationFn: () => send(code),
    onSuccess: onDone,
    onError: () => setCode(''),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-quiet">{children}</p>
      <Form verb={verb} variant={variant} change={action} onCancel={onClose}>
        <CodeField value={code} onChange={setCode} />
      </Form>
    </Dialog>
  )
}
