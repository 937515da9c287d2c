import { type ReactNode, useEffect, useRef } from 'react'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode }[]
  onPick: (value: T) => void
}

/** The classes of a row that scrolls where it has no room, and fades at the edges where more may follow. The space around it is for what it fades and for the outline of what has the focus. */
const scrollingRow =
  'relative min-w-0 overflow-x-auto -mx-5 -my-1 px-5 py-1 [scrollbar-width:none] mask-[linear-gradient(90deg,transparent,#000_20px,#000_calc(100%-20px),transparent)]'

/** Switches between views of the same thing. */
export function Tabs<T extends string>({ label, value, options, onPick }: Props<T>) {
  const row = useRef<HTMLDivElement>(null)
  // Only the row scrolls to the current one: bringing it into view would scroll the page too.
  useEffect(() => {
    const item = row.current?.querySelector<HTMLElement>(`[data-value="${value}"]`)
    if (row.current && item) row.current.scrollLeft = item.offsetLeft - 32
  }, [value])
  return (
    <fieldset aria-label={label} className="min-w-0">
      <div ref={row} className={`flex gap-5 ${scrollingRow}`}>
        {options.map(one => (
          <button
            key={one.value}
            type="button"
            data-value={one.value}
            aria-pressed={value === one.value}
            onClick={() => onPick(one.value)}
            className="flex min-h-9 items-center gap-1.5 border-b-2 border-transparent pt-0.5 whitespace-nowrap text-quiet hover:text-ink aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-ink pointer-coarse:min-h-11 forced-colors:pt-1"
          >
            {one.label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
