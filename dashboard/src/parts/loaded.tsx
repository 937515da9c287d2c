import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { LoadError } from './page.tsx'
import { RowsLoading } from './skeleton.tsx'

interface Query<T> {
  data: T | undefined
  error: Error | null
  isPending: boolean
  refetch: () => unknown
}

interface Props<T> {
  query: Query<T>
  /** What is loaded, for screen readers. */
  label: string
  children: (data: T) => ReactNode
}

/** What a query gives; before that its loading state, or what went wrong. */
export function Loaded<T>({ query: { data, error, isPending, refetch }, label, children }: Props<T>) {
  if (data !== undefined) return children(data)
  if (isPending) return <RowsLoading label={label} />
  return error && <LoadError error={error} onRetry={refetch} />
}

interface MoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** How many rows are shown, and how many there are where that is known. */
  shown: number
  total?: number
}

/** Stands below a list that is read in pages: how much of it is shown, and a button for the next page. */
export function More({ query, shown, total }: MoreProps) {
  if (!query.hasNextPage) return null
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
      {total !== undefined && (
        <p className="text-s text-quiet">
          {shown} of {total.toLocaleString()}
        </p>
      )}
    </div>
  )
}
