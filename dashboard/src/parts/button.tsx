import type { ComponentProps } from 'react'

/** The looks of a button. `ghost` is for those beside a main one, and for icons. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'

const filled =
  'border border-transparent bg-ink/8 hover:bg-ink/14 dark:bg-ink/14 dark:hover:bg-ink/20 font-semibold'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border border-transparent bg-accent text-on-accent hover:brightness-110 font-semibold',
  secondary: `${filled} text-ink`,
  ghost: 'text-ink hover:bg-ink/6 forced-colors:underline',
  danger: `${filled} text-danger`,
}

/** The classes of a button, also for links that look like one. */
export const buttonClass = (variant: ButtonVariant): string =>
  `inline-flex h-9 items-center justify-center gap-2 rounded-md px-4 text-m whitespace-nowrap motion-safe:transition-colors motion-safe:duration-150 pointer-coarse:h-11 disabled:opacity-60 aria-disabled:opacity-60 motion-safe:aria-busy:animate-pulse forced-colors:text-[ButtonText] ${VARIANTS[variant]}`

/** A change that a button sends: whether it is on its way, and why it failed. */
export interface Change {
  isPending: boolean
  error: Error | null
  mutate: () => void
}

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant
  /** Sent by a click, in place of `busy` and `onClick`. */
  change?: Change
  /** Whether the action is running: the button pulses, keeps its label and its focus, and cannot be pressed again. */
  busy?: boolean
}

export function Button({
  variant = 'secondary',
  change,
  busy = change?.isPending,
  className = '',
  children,
  onClick = change && (() => change.mutate()),
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(variant)} ${className}`}
      onClick={busy ? undefined : onClick}
      aria-busy={busy}
      aria-disabled={busy || rest['aria-disabled']}
    >
      {children}
    </button>
  )
}
