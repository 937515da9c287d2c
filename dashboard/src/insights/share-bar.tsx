interface Props {
  /** The share, from 0 to 1. */
  share: number
  /** The position of a mark, from 0 to 1. */
  mark?: number | undefined
}

const WIDTH = 240

/** A share as a bar. The number is next to it. */
export function ShareBar({ share, mark }: Props) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} 12`}
      className="h-3 w-full min-w-16"
      preserveAspectRatio="none"
    >
      <rect y="2" width={WIDTH} height="8" className="fill-raised" />
      <rect y="2" width={share * WIDTH} height="8" className="fill-accent" />
      {mark !== undefined && <rect x={mark * WIDTH - 1} width="2" height="12" className="fill-ink" />}
    </svg>
  )
}
