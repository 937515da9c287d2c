import type { InputHTMLAttributes } from 'react'
import { Field } from './form.tsx'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label?: string
  /** A further hint about the password. */
  hint?: string
}

/** The field for a password that a person chooses. */
export const NewPasswordField = ({ label = 'Password', hint = '', ...input }: Props) => (
  <Field
    {...input}
    label={label}
    hint={`At least 10 characters. ${hint}`.trim()}
    type="password"
    autoComplete="new-password"
    minLength={10}
    maxLength={128}
  />
)
