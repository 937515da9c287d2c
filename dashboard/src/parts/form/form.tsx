import type { TextareaHTMLAttributes } from 'react'
import {
  createContext,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { InvalidField } from '../../api/error.ts'
import { ApiError } from '../../api/error.ts'
import { Button, type Change } from '../button.tsx'
import { InsideMain } from '../centered-page.tsx'
import { Problem } from '../notice.tsx'

/** The fields that the server did not accept; set by the form. */
export const InvalidFields = createContext<readonly InvalidField[]>([])

export const controlClass =
  'h-9 w-full [&[type=number]]:max-w-40 rounded-md border border-edge bg-floating px-3 text-m text-ink disabled:border-line disabled:bg-transparent disabled:opacity-100 aria-invalid:border-danger pointer-coarse:h-11 pointer-coarse:text-l'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string | undefined
}

/** A labelled input with its hint and its error. */
export function Field({ label, hint, ...input }: FieldProps) {
  const labelled = useLabelled(input.name, hint)
  return (
    <Labelled label={label} hint={hint} {...labelled}>
      <input {...input} {...labelled.control} className={controlClass} />
    </Labelled>
  )
}

/** The ids that connect a control with its label, hint and error. */
function useLabelled(name: string | undefined, hint: string | undefined) {
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

function Labelled({ id, label, hint, error, children }: LabelledProps) {
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

interface AreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: string
}

/** A labelled field for several lines, as high as its text: at least three lines, or a single one if `rows` is 1. */
export function TextArea({ label, hint, rows = 3, ...area }: AreaProps) {
  const labelled = useLabelled(area.name, hint)
  return (
    <Labelled label={label} hint={hint} {...labelled}>
      <textarea
        dir="auto"
        rows={rows}
        {...area}
        {...labelled.control}
        className={`field-sizing-content supports-[field-sizing:content]:resize-none rounded-md border border-edge bg-floating px-3 py-2 disabled:border-line disabled:bg-transparent aria-invalid:border-danger ${rows === 1 ? '' : 'min-h-20'}`}
      />
    </Labelled>
  )
}

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
