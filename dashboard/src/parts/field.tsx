import { type InputHTMLAttributes, useId } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string
}

export const controlLook =
  'h-9 w-full rounded-md border border-edge bg-floating px-3 text-m text-ink pointer-coarse:h-11 pointer-coarse:text-l'

/** One line of a form. */
export function Field({ label, hint, ...input }: Props) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-s text-quiet">
          {hint}
        </p>
      )}
      <input {...input} id={id} aria-describedby={hint ? `${id}-hint` : undefined} className={controlLook} />
    </div>
  )
}
