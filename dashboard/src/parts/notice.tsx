import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../api/error.ts'

/**
 * An error, shown where it happened and read aloud at once. Takes no room without an error, or where the fields of the form show all of
 * it.
 */
export function Problem({ error }: { error: Error | null }) {
  const alert = useRef<HTMLDivElement>(null)
  const [isAtFields, setAtFields] = useState(false)
  useLayoutEffect(() => {
    const shown = alert.current?.closest('form')?.querySelectorAll('[aria-invalid=true]').length
    setAtFields(error instanceof ApiError && error.fields.length === shown && shown > 0)
  }, [error])
  return (
    <div ref={alert} role="alert" className={isAtFields ? 'sr-only' : 'empty:absolute'}>
      {error && (
        <p className="flex gap-2 rounded-md bg-raised px-3 py-2 text-danger">
          <span aria-hidden="true">!</span>
          <span>{error.message}</span>
        </p>
      )}
    </div>
  )
}

/** A message about what was done, visible and read aloud. Takes no room without a message. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-quiet empty:absolute">
      {children}
    </p>
  )
}
