import { type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/error.ts'
import { Button, type Change } from '../button.tsx'
import { InsideMain } from '../centered-page.tsx'
import { Problem } from '../notice.tsx'
import { InvalidFields } from './field.tsx'

/** What the form sends, and whose error it shows. */
type Sends = { change: Change; onSend?: never } | { change: Omit<Change, 'mutate'>; onSend: () => void }

type Props = Sends & {
  /** The label of the button. */
  verb: string
  /** `secondary` if sending is not the purpose of the page. */
  variant?: 'primary' | 'secondary' | 'danger'
  /** Called by a button that cancels; without it there is no such button. */
  onCancel?: () => void
  /** Grid columns of a form that is one row on a wide screen; the last is the button's. */
  columns?: string
  children: ReactNode
}

/** Fields, the button that sends them, and the error. After a failure, the first field that was not accepted has the focus. */
export function Form({ verb, variant = 'primary', onCancel, columns, children, ...sends }: Props) {
  const { isPending: busy, error } = sends.change
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    if (sends.onSend) sends.onSend()
    else sends.change.mutate()
  }
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error && !document.activeElement?.matches('input, select, textarea'))
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [type=password]')?.focus()
  }, [error])
  const fields = (
    <InvalidFields value={error instanceof ApiError ? error.fields : []}>{children}</InvalidFields>
  )
  // Before signing in, the button is as wide as the only column.
  const isInside = useContext(InsideMain)
  const button = (
    <Button
      type="submit"
      variant={variant}
      busy={busy}
      className={isInside || variant === 'secondary' ? 'justify-self-start' : ''}
    >
      {verb}
    </Button>
  )
  if (columns === undefined)
    return (
      <form ref={form} onSubmit={send} className="grid gap-4">
        {fields}
        <Problem error={error} />
        {onCancel ? (
          <div className="flex justify-end gap-2">
            <Button onClick={onCancel}>Cancel</Button>
            {button}
          </div>
        ) : (
          button
        )}
      </form>
    )
  return (
    <>
      <form ref={form} onSubmit={send} className={`grid items-end gap-3 ${columns}`}>
        {fields}
        {button}
      </form>
      <Problem error={error} />
    </>
  )
}

/** The props of controls for the values of a form, by name. */
export const controlsOf = <T extends object>(values: T, set: (given: Partial<T>) => void) => ({
  /** Of a text field. */
  bind: <K extends keyof T & string>(name: K) => ({
    name,
    value: String(values[name] ?? ''),
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value } as Partial<T>),
  }),
  /** Of a control for one of several values. */
  pick: <K extends keyof T>(name: K) => ({
    value: values[name],
    onPick: (picked: T[K]) => set({ [name]: picked } as unknown as Partial<T>),
  }),
  /** Of a checkbox. */
  check: <K extends keyof T>(name: K) => ({
    checked: values[name] === true,
    onChange: (is: boolean) => set({ [name]: is } as Partial<T>),
  }),
})

/** The values of a form's fields, by name. */
export function useFields<T extends object>(initial: T) {
  const [values, setValues] = useState(initial)
  const set = (given: Partial<T>) => setValues({ ...values, ...given })
  return { values, set, ...controlsOf(values, set), reset: () => setValues(initial) }
}
