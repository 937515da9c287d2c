import { useId } from 'react'
import { Icon } from '../icon.tsx'
import { controlClass } from './form.tsx'

interface Props<T extends string> {
  label: string
  /** Whether the label is only for screen readers, because the surroundings of the field show it too. */
  isLabelHidden?: boolean
  /** Whether the field looks like the text around it until somebody points at it, with its label for screen readers only. */
  isQuiet?: boolean
  value: T
  options: readonly FieldOption<T>[]
  /** Whether a change is on its way: the field keeps its focus, and takes no other change meanwhile. */
  busy?: boolean
  onPick: (value: T) => void
}

const quietClass =
  'field-sizing-content min-h-8 rounded-md border border-transparent bg-transparent px-1 hover:border-rim hover:text-ink disabled:opacity-60 pointer-coarse:min-h-11 forced-colors:px-2 forced-colors:pointer-fine:min-h-7'

/** A field for one of a few values. */
export function Select<T extends string>(props: Props<T>) {
  const { label, isQuiet = false, isLabelHidden = isQuiet, value, options, busy = false, onPick } = props
  const id = useId()
  const pick = (text: string) => {
    const option = options.find(one => one.value === text)
    if (option && !busy) onPick(option.value)
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-semibold'}>
        {label}
      </label>
      <span className="grid items-center *:[grid-area:1/1]">
        <select
          id={id}
          className={isQuiet ? quietClass : controlClass}
          value={value}
          aria-disabled={busy}
          onChange={event => pick(event.target.value)}
        >
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" className="pointer-events-none mr-2.5 size-3 justify-self-end" />
      </span>
    </div>
  )
}

interface FieldOption<T extends string> {
  value: T
  label: string
}

/** The options of a field from the names of all values, in their order. */
export const namedOptions = <T extends string>(names: Record<T, string>): FieldOption<T>[] =>
  Object.entries<string>(names).map(([value, label]) => ({ value: value as T, label }))

/** Values such as magnitudes or confidences as the options of a field, capitalised: "Minor". */
export const optionsOf = <T extends string>(values: readonly T[]): FieldOption<T>[] =>
  values.map(value => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

/** Things by their names as the options of a field, below the one for none of them. */
export const optionsAmong = (none: string, things: readonly { id: string; name: string }[]) => [
  { value: '', label: none },
  ...things.map(({ id, name }) => ({ value: id, label: name })),
]
