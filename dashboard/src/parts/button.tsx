import type { ComponentProps } from 'react'

export type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'

const VARIANTS: Record<Variant, string> = {
  primary:
    'border border-transparent bg-accent text-on-accent hover:brightness-110 font-semibold forced-colors:forced-color-adjust-none forced-colors:bg-[ButtonText] forced-colors:text-[ButtonFace]',
  secondary: 'border border-rim bg-floating text-ink hover:border-edge hover:bg-raised font-semibold',
  ghost: 'text-ink hover:bg-raised',
  danger: 'border border-rim bg-floating text-danger hover:border-danger font-semibold',
}

/** The classes of a button, also for links that look like one. */
export const buttonClass = (variant: Variant): string =>
  `inline-flex h-9 items-center justify-center gap-2 rounded-md px-4 text-m whitespace-nowrap motion-safe:transition-colors motion-safe:duration-150 pointer-coarse:h-11 disabled:opacity-60 ${VARIANTS[variant]}`

interface Props extends ComponentProps<'button'> {
  variant?: Variant
  /** The action is running: the button keeps its label and cannot be pressed again. */
  busy?: boolean
}

export function Button({ variant = 'secondary', busy = false, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(variant)} ${className}`}
      aria-busy={busy}
      disabled={busy || rest.disabled}
    >
      {children}
    </button>
  )
}
