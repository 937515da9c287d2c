interface Props {
  label: string
  done: number
  /** Null while it is not known. */
  total: number | null
}

/** How far long work has come. */
export function Progress({ label, done, total }: Props) {
  const counted =
    total === null ? done.toLocaleString() : `${done.toLocaleString()} of ${total.toLocaleString()}`
  return (
    <div className="grid gap-1">
      <progress
        aria-label={label}
        value={total === null ? undefined : done}
        max={total ?? undefined}
        className="h-1.5 w-full accent-accent"
      />
      <p role="status" className="text-s text-quiet tabular-nums">
        {counted} merges
      </p>
    </div>
  )
}
