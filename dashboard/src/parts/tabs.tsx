interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onPick: (value: T) => void
}

/** Switches between views of the same thing. */
export function Tabs<T extends string>({ label, value, options, onPick }: Props<T>) {
  return (
    <fieldset aria-label={label} className="flex min-w-0 gap-1 overflow-x-auto border-b border-line">
      {options.map(one => (
        <button
          key={one.value}
          type="button"
          aria-pressed={value === one.value}
          onClick={() => onPick(one.value)}
          className="-mb-px min-h-9 border-b-2 border-transparent px-3 whitespace-nowrap text-quiet -outline-offset-2! hover:text-ink aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-ink pointer-coarse:min-h-11"
        >
          {one.label}
        </button>
      ))}
    </fieldset>
  )
}
