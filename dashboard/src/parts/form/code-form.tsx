import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { Field, Form } from './form.tsx'

interface Props<T> {
  verb: string
  variant?: 'primary' | 'danger'
  send: (code: string) => Promise<T>
  onDone: (given: T) => void
  onCancel?: () => void
}

/** Asks for the code of an authenticator app, or for a recovery code instead. */
export function CodeForm<T>({ verb, variant = 'primary', send, onDone, onCancel }: Props<T>) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const change = useMutation({
    mutationFn: () => send(code),
    onSuccess: onDone,
    onError: () => setCode(''),
  })
  const swap = (isOn: boolean) => {
    setRecovery(isOn)
    setCode('')
  }
  return (
    <Form {...{ verb, variant, change, ...(onCancel && { onCancel }) }}>
      <div className="grid gap-2">
        <Field
          key={String(isRecovery)}
          {...(isRecovery
            ? {
                label: 'Recovery code',
                hint: 'One of those that you saved. Each works once.',
                autoComplete: 'off',
                autoCapitalize: 'none',
                spellCheck: false,
              }
            : {
                label: 'Code',
                hint: 'Six digits, from your authenticator app.',
                inputMode: 'numeric',
                autoComplete: 'one-time-code',
              })}
          required
          autoFocus
          value={code}
          onChange={event => setCode(event.target.value)}
        />
        <Checkbox label="Use a recovery code" checked={isRecovery} onChange={swap} />
      </div>
    </Form>
  )
}
