import { createContext, type InputHTMLAttributes, type ReactNode, useContext, useId } from 'react'
import type { InvalidField } from '../../api/error.ts'

/** The fields that the server did not accept; set by the form. */
export const InvalidFields = createContext<readonly InvalidField[]>([])

export const controlClass =
  'h-9 w-full [&[type=number]]:max-w-40 rounded-md border border-edge bg-floating px-3 text-m text-ink disabled:border-line disabled:bg-transparent disabled:opacity-100 aria-invalid:border-danger pointer-coarse:h-11 pointer-coarse:text-l'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string | undefined
}

/** A labelled input with its hint and its error. */
export function Field({ label, hint, ...input }: Props) {
  const labelled = useLabelled(input.name, hint)
  return (
    <Labelled label={label} hint={hint} {...labelled}>
      <input {...input} {...labelled.control} className={controlClass} />
    </Labelled>
  )
}

/** The ids that connect a control with its label, hint and error. */
export function useLabelled(name: string | undefined, hint: string | undefined) {
  const id = useId()
  const invalid = useContext(InvalidFields).find(field => field.name === name)
  const described = [hint && `${id}-hint`, invalid && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    error: invalid ? `Must be ${invalid.accepts}.` : null,
    control: {
      id,
      'aria-describedby': described === '' ? undefined : described,
      'aria-invalid': invalid ? true : undefined,
    },
  }
}

interface LabelledProps {
  id: string
  label: string
  hint?: string | undefined
  error: string | null
  children: ReactNode
}

export function Labelled({ id, label, hint, error, children }: LabelledProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1.5 max-w-text text-s text-quiet text-pretty">
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p id={`${id}-error`} className="text-s text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
