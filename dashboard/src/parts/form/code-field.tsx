import { useState } from 'react'
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
  const swap = () => {
    setRecovery(!isRecovery)
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
      <button
        type="button"
        className="min-h-6 justify-self-start text-s text-accent underline pointer-coarse:min-h-11"
        onClick={swap}
      >
        {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
      </button>
    </div>
  )
}
