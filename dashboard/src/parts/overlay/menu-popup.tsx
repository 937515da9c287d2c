import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'

export interface MenuItem {
  label: string
  onPick: () => void
  /** A note next to the label, such as a role. */
  note?: string
  /** The key that does the same, shown if there is likely a keyboard. */
  hotkey?: string | undefined
  /** Whether the item is the selected one of several. */
  isChosen?: boolean
}

export interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** The content of the button. */
  face: ReactNode
  /** A line above the items. */
  heading?: string | undefined
  items: readonly MenuItem[]
  className?: string
}

const itemClass =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-3 outline-none data-highlighted:bg-highlight pointer-coarse:min-h-11'

/** The menu itself. It is open when it is first mounted. */
export function MenuPopup({ label, face, heading, items, className }: MenuProps) {
  const isChoice = items.some(item => item.isChosen !== undefined)
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger aria-label={label} className={className}>
        {face}
      </Menu.Trigger>
      <Menu.Portal container={document.querySelector('main')}>
        <Menu.Positioner sideOffset={4} align="start" className="z-30">
          <Menu.Popup className="max-h-(--available-height) max-w-[min(320px,90vw)] min-w-52 overflow-y-auto rounded-md bg-floating p-1 shadow-lg ring-1 ring-line outline-none">
            {heading && <p className="px-3 py-2 text-s break-all text-quiet">{heading}</p>}
            {isChoice ? (
              <Choices items={items} />
            ) : (
              items.map(item => <Action key={item.label} item={item} />)
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Action({ item }: { item: MenuItem }) {
  return (
    <Menu.Item className={itemClass} onClick={item.onPick}>
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.note && <span className="text-s text-quiet">{item.note}</span>}
      {item.hotkey && <span className="text-s text-quiet pointer-coarse:hidden">{item.hotkey}</span>}
    </Menu.Item>
  )
}

function Choices({ items }: { items: readonly MenuItem[] }) {
  const chosen = items.findIndex(item => item.isChosen)
  return (
    <Menu.RadioGroup value={chosen} onValueChange={index => items[index]?.onPick()}>
      {items.map((item, index) => (
        <Menu.RadioItem key={item.label} value={index} closeOnClick className={itemClass}>
          <span className="w-4" aria-hidden="true">
            {item.isChosen ? '✓' : ''}
          </span>
          <span className="min-w-0 flex-1 truncate">{item.label}</span>
          {item.note && <span className="text-s text-quiet">{item.note}</span>}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
