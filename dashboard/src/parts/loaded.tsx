import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Problem } from './notice.tsx'

interface Query<T> {
  data: T | undefined
  error: Error | null
  isPending: boolean
  refetch: () => unknown
}

interface Props<T> {
  query: Query<T>
  /** The name of what is being loaded, for screen readers. */
  label: string
  children: (data: T) => ReactNode
}

/** Renders the data of a query; before that its loading state, or the error. */
export function Loaded<T>({ query: { data, error, isPending, refetch }, label, children }: Props<T>) {
  if (data !== undefined) return children(data)
  if (isPending) return <RowsLoading label={label} />
  return error && <LoadError error={error} onRetry={refetch} />
}

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** The number of rows that are shown, and the total if it is known. */
  shown: number
  total?: number
}

/** The end of a list that is loaded in pages: how much of it is shown, and a button for the next page. */
export function More({ query, shown, total }: MoreProps) {
  if (!query.hasNextPage) return null
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button
        aria-label="Show more"
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        Show
      </Button>
      {total !== undefined && (
        <p className="text-s text-quiet">
          {shown} of {total.toLocaleString()}
        </p>
      )}
    </div>
  )
}

const WIDTHS = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3', 'w-3/4', 'w-2/5']

/** Takes the place of a list while it is loaded. */
export function RowsLoading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="-mt-2">
      {WIDTHS.map(width => (
        <div key={width} className="grid h-13 content-center gap-2 not-first:border-t border-line/60">
          <div className={`h-3.5 rounded-md bg-raised ${width}`} />
          <div className="h-3 w-1/4 rounded-md bg-raised" />
        </div>
      ))}
    </div>
  )
}

/** Replaces content whose data could not be loaded: the error, and a button to try again. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Problem error={error} />
      <Button onClick={() => void onRetry()}>Try again</Button>
    </div>
  )
}
