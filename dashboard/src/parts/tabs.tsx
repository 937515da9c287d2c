import type { ReactNode } from 'react'

const tabClass =
  'flex min-h-9 items-center gap-1.5 border-b-2 border-transparent px-1 forced-colors:border-[Canvas] whitespace-nowrap text-quiet -outline-offset-2! hover:text-ink pointer-coarse:min-h-11'

const rowClass =
  'flex min-w-0 gap-4 overflow-x-auto border-b border-line [scrollbar-width:none] *:-mb-px max-sm:mask-r-from-[calc(100%-40px)] sm:flex-wrap'

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onPick: (value: T) => void
}

/** Switches between views of the same thing. */
export const Tabs = <T extends string>({ label, value, options, onPick }: Props<T>) => (
  <fieldset aria-label={label} className={rowClass}>
    {options.map(one => (
      <button
        key={one.value}
        type="button"
        aria-pressed={value === one.value}
        onClick={() => onPick(one.value)}
        className={`${tabClass} aria-pressed:border-accent forced-colors:aria-pressed:border-[Highlight] aria-pressed:font-semibold aria-pressed:text-ink`}
      >
        {one.label}
      </button>
    ))}
  </fieldset>
)

interface LinksProps<T extends string> {
  label: string
  value: T
  /** `count`: how many the part has, where it is known. */
  options: readonly { value: T; label: string; count?: number | undefined }[]
  hrefOf: (value: T) => string
  onPick: (value: T) => void
}

interface RowProps {
  label: string
  /** An item for each part: a link of the class {@link tabLinkClass}. */
  children: ReactNode
}

/** The look of a link to a part of a page. The one to the part that is shown has `aria-current="page"`. */
export const tabLinkClass = `${tabClass} aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink forced-colors:aria-[current=page]:border-[Highlight]`

/** Links to the parts of a page; they look like tabs. On a phone they scroll and fade at the edge where more may follow; elsewhere they wrap. */
export const TabRow = ({ label, children }: RowProps) => (
  <nav aria-label={label} className="min-w-0">
    <ul className={rowClass}>{children}</ul>
  </nav>
)

/** Links to the parts of a list, of which one is shown. */
export const TabLinks = <T extends string>({ label, value, options, hrefOf, onPick }: LinksProps<T>) => (
  <TabRow label={label}>
    {options.map(option => (
      <li key={option.value}>
        <a
          href={hrefOf(option.value)}
          aria-current={option.value === value ? 'page' : undefined}
          onClick={event => {
            if (event.metaKey || event.ctrlKey) return
            event.preventDefault()
            onPick(option.value)
          }}
          className={tabLinkClass}
        >
          {option.label}
          {option.count !== undefined && (
            <span className="text-s font-normal text-quiet tabular-nums">
              {option.count.toLocaleString()}
            </span>
          )}
        </a>
      </li>
    ))}
  </TabRow>
)
