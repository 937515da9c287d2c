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
    className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line motion-safe:indeterminate:animate-pulse [&::-moz-progress-bar]:bg-accent indeterminate:[&::-moz-progress-bar]:bg-accent/50 indeterminate:[&::-webkit-progress-bar]:bg-accent/50 [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent motion-safe:[&::-webkit-progress-value]:transition-[inline-size]"
  />
)
