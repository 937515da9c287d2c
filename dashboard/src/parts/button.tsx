import type { ButtonHTMLAttributes } from 'react'

type Look = 'main' | 'plain' | 'quiet' | 'danger'

const LOOKS: Record<Look, string> = {
  main: 'bg-accent text-on-accent hover:brightness-110 font-semibold',
  plain: 'border border-edge text-ink hover:bg-raised font-semibold',
  quiet: 'text-quiet hover:text-ink hover:bg-raised',
  danger: 'border border-danger text-danger hover:bg-raised font-semibold',
}

/** The shape of everything that is pressed; also for links and triggers that look like a button. */
export const buttonLook = (look: Look): string =>
  `inline-flex h-9 items-center justify-center gap-2 rounded-md px-4 text-m whitespace-nowrap motion-safe:transition-colors motion-safe:duration-150 pointer-coarse:h-11 disabled:opacity-60 ${LOOKS[look]}`

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  /** What it does is under way: it keeps its place and its words, and cannot be pressed again. */
  busy?: boolean
}

export function Button({ look = 'plain', busy = false, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonLook(look)} ${className}`}
      aria-busy={busy}
      disabled={busy || rest.disabled}
    >
      {children}
    </button>
  )
}
