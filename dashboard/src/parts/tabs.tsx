import { type ReactNode, useEffect, useRef } from 'react'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode }[]
  onPick: (value: T) => void
}

/** Switches between views of the same thing. The tabs scroll where they have no room, and fade at the edges where more may follow. */
export function Tabs<T extends string>({ label, value, options, onPick }: Props<T>) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>(`[data-value="${value}"]`)
    // Only the row scrolls: bringing the tab into view would scroll the page too.
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 32
  }, [value])
  return (
    <fieldset
      aria-label={label}
      className="relative min-w-0 before:absolute before:inset-x-0 before:bottom-0 before:border-b before:border-line"
    >
      <div
        ref={row}
        className="relative -ml-3 flex min-w-0 gap-3 overflow-x-auto pr-8 pl-3 [scrollbar-width:none] mask-r-from-[calc(100%-32px)] mask-l-from-[calc(100%-12px)]"
      >
        {options.map(one => (
          <button
            key={one.value}
            type="button"
            data-value={one.value}
            aria-pressed={value === one.value}
            onClick={() => onPick(one.value)}
            className="flex min-h-9 items-center gap-1.5 border-b-2 border-transparent px-1 whitespace-nowrap text-quiet -outline-offset-2! hover:text-ink aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-ink pointer-coarse:min-h-11 forced-colors:border-[Canvas] forced-colors:aria-pressed:border-[Highlight]"
          >
            {one.label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
