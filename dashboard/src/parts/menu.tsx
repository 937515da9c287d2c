import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'

interface Props {
  /** What the trigger shows. */
  face: ReactNode
  /** What it is called where it is not seen. */
  label: string
  children: ReactNode
}

/** A button that opens a list of things to do. */
export function Menu({ face, label, children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger
        aria-label={label}
        className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-raised data-popup-open:bg-raised pointer-coarse:min-h-11"
      >
        {face}
        <span aria-hidden="true" className="text-quiet">
          ▾
        </span>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className="z-10">
          <Base.Popup className="max-w-[min(320px,90vw)] min-w-52 rounded-md bg-floating p-1 shadow-lg ring-1 ring-line outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemLook =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-3 outline-none data-highlighted:bg-raised pointer-coarse:min-h-11'

export function MenuItem({ onPick, children }: { onPick: () => void; children: ReactNode }) {
  return (
    <Base.Item className={itemLook} onClick={onPick}>
      {children}
    </Base.Item>
  )
}

/** One of several, of which one holds. */
export function MenuChoice<T extends string>({
  value,
  options,
  onPick,
}: {
  value: T
  options: readonly { value: T; label: string; note?: string }[]
  onPick: (value: T) => void
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={onPick}>
      {options.map(option => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemLook}>
          <span className="w-4" aria-hidden="true">
            {option.value === value ? '✓' : ''}
          </span>
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          {option.note && <span className="text-s text-quiet">{option.note}</span>}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}
