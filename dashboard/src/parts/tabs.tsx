import { type ReactNode, useEffect, useRef } from 'react'

const tabClass =
  'flex min-h-9 items-center gap-1.5 border-b-2 border-transparent px-1 forced-colors:border-[Canvas] whitespace-nowrap text-quiet -outline-offset-2! hover:text-ink pointer-coarse:min-h-11'

/** A line across the page, on which the tabs stand. They scroll where they have no room, and fade at the edges where more may follow. */
const lineClass =
  'relative min-w-0 before:absolute before:inset-x-0 before:bottom-0 before:border-b before:border-line'
const rowClass =
  'relative -ml-3 flex min-w-0 scroll-pr-8 scroll-pl-3 gap-3 overflow-x-auto pr-8 pl-3 [scrollbar-width:none] mask-r-from-[calc(100%-32px)] mask-l-from-[calc(100%-12px)]'

/** The row of tabs, which scrolls to the current one. */
function useCurrentInView(value: string | undefined) {
  const row = useRef<HTMLDivElement & HTMLUListElement>(null)
  useEffect(() => {
    if (value === undefined) return
    const current = row.current?.querySelector('[aria-current=page], [aria-pressed=true]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return row
}

interface Props<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode }[]
  onPick: (value: T) => void
}

/** Switches between views of the same thing. */
export function Tabs<T extends string>({ label, value, options, onPick }: Props<T>) {
  const row = useCurrentInView(value)
  return (
    <fieldset aria-label={label} className={lineClass}>
      <div ref={row} className={rowClass}>
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
      </div>
    </fieldset>
  )
}

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
  /** The part that is shown, where the row is to scroll to it. */
  value?: string
  /** An item for each part: a link of the class {@link tabLinkClass}. */
  children: ReactNode
}

/** The look of a link to a part of a page. The one to the part that is shown has `aria-current="page"`. */
export const tabLinkClass = `${tabClass} aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink forced-colors:aria-[current=page]:border-[Highlight]`

/** Links to the parts of a page; they look like tabs. */
export const TabRow = ({ label, value, children }: RowProps) => (
  <nav aria-label={label} className={lineClass}>
    <ul ref={useCurrentInView(value)} className={rowClass}>
      {children}
    </ul>
  </nav>
)

/** Links to the parts of a list, of which one is shown. */
export const TabLinks = <T extends string>({ label, value, options, hrefOf, onPick }: LinksProps<T>) => (
  <TabRow label={label} value={value}>
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
