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
