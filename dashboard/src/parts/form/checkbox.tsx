interface Props {
  label: string
  hint?: string
  /** Left out if the field keeps its own state. */
  checked?: boolean
  disabled?: boolean
  /** Whether a change is on its way: the checkbox keeps its focus, and takes no other change meanwhile. */
  busy?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox with its label and hint. */
export function Checkbox({ label, hint, disabled = false, busy = false, onChange, ...state }: Props) {
  return (
    <label className={`flex min-h-8 gap-3 pointer-coarse:min-h-11 ${hint ? '' : 'items-center'}`}>
      <input
        type="checkbox"
        {...state}
        disabled={disabled}
        aria-disabled={busy}
        onChange={event => !busy && onChange(event.target.checked)}
        className={`size-4 shrink-0 ${hint ? 'mt-0.5' : ''}`}
      />
      <span>
        <span className={hint ? 'font-semibold' : ''}>{label}</span>
        {hint && <span className="block max-w-text text-s text-quiet text-pretty">{hint}</span>}
      </span>
    </label>
  )
}
