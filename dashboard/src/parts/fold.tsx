import { type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  title?: ReactNode
  /** Whether it is open at first. */
  isOpen?: boolean
  children: ReactNode
}

/** Content that few people need, folded below a title that opens it. */
export function Fold({ title = 'Advanced', isOpen, children }: Props) {
  const [isOpenAtFirst] = useState(isOpen)
  return (
    <details open={isOpenAtFirst}>
      <summary className="flex min-h-8 w-fit cursor-pointer items-start gap-2 py-1.75 pointer-coarse:py-3.25 rounded-md text-s text-quiet hover:text-ink pointer-coarse:min-h-11">
        <Icon name="down" className="mt-0.75 size-3 shrink-0 -rotate-90 [[open]>summary>&]:rotate-0" />
        <span className="wrap-anywhere">{title}</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 pt-3 pb-2 has-[>section]:gap-8">
        {children}
      </div>
    </details>
  )
}
