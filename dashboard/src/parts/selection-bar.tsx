import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Key } from './key.tsx'

interface Props {
  label: string
  count: number
  onClear: () => void
  /** The actions on the selected rows: buttons, and a menu. */
  children: ReactNode
}

/** The foot of a list while rows are selected. */
export function SelectionBar({ label, count, onClear, children }: Props) {
  return (
    <div role="toolbar" aria-label={label} className="grid gap-1 border-t border-line bg-floating p-2">
      <div className="flex items-center justify-between pl-2">
        <p className="font-semibold">{count} selected</p>
        <Button variant="tertiary" onClick={onClear}>
          Cancel <Key>esc</Key>
        </Button>
      </div>
      <div className="flex flex-wrap gap-1">{children}</div>
    </div>
  )
}
