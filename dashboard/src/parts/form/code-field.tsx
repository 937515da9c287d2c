import { useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'

interface Props {
  value: string
  onChange: (value: string) => void
}

/** The field for the code of an authenticator app, or for a recovery code instead. */
export function CodeField({ value, onChange }: Props) {
  const [isRecovery, setRecovery] = useState(false)
  const common = {
    required: true,
    autoFocus: true,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  const swap = (isOn: boolean) => {
    setRecovery(isOn)
    onChange('')
  }
  return (
    <div className="grid gap-2">
      {isRecovery ? (
        <Field
          key="recovery"
          label="Recovery code"
          hint="One of those that you saved. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...common}
        />
      ) : (
        <Field
          key="app"
          label="Code"
          hint="Six digits, from your authenticator app."
          inputMode="numeric"
          autoComplete="one-time-code"
          {...common}
        />
      )}
      <Checkbox label="Use a recovery code" checked={isRecovery} onChange={swap} />
    </div>
  )
}
