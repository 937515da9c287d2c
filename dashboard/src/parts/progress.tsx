interface Props {
  label: string
  done: number
  /** Null while it is unknown. */
  total: number | null
}

/** A progress bar. */
export const Bar = ({ label, done, total }: Props) => (
  <progress
    aria-label={label}
    value={total === null ? undefined : done}
    max={total ?? undefined}
    className="h-1.5 w-full accent-accent"
  />
)
