interface Props<T extends string> {
  label: string
  value: T
  /** `count`: how many the part has, where it is known. */
  options: readonly { value: T; label: string; count?: number | undefined }[]
  hrefOf: (value: T) => string
  onPick: (value: T) => void
}

/** Links to the parts of a list, of which one is shown. On a phone they scroll, and fade at the edge where more may follow. */
export function Chips<T extends string>({ label, value, options, hrefOf, onPick }: Props<T>) {
  return (
    <nav
      aria-label={label}
      className="min-w-0 overflow-x-auto [scrollbar-width:none] max-sm:-mx-5 max-sm:mask-r-from-[calc(100%-40px)]"
    >
      <ul className="flex w-max gap-1 p-px max-sm:pr-10 max-sm:pl-5 sm:w-auto sm:flex-wrap">
        {options.map(option => (
          <li key={option.value}>
            <a
              href={hrefOf(option.value)}
              aria-current={option.value === value ? 'page' : undefined}
              onClick={event => {
                event.preventDefault()
                onPick(option.value)
              }}
              className="flex min-h-9 items-center gap-1.5 rounded-full px-3 whitespace-nowrap text-quiet -outline-offset-2! ring-1 ring-line ring-inset hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:min-h-11"
            >
              {option.label}
              {option.count !== undefined && (
                <span className="font-normal text-quiet tabular-nums">{option.count.toLocaleString()}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
