import { lazy, type ReactNode, Suspense, useState } from 'react'

const MenuPopup = lazy(() => import('./menu-popup.tsx').then(m => ({ default: m.MenuPopup })))

export interface MenuItem {
  label: string
  onPick: () => void
  /** Beside the label, such as a role or a key. */
  note?: string
  /** Of several of which one is chosen. */
  isChosen?: boolean
}

export interface MenuProps {
  /** The accessible name of the button. */
  label: string
  /** What the button shows. */
  face: ReactNode
  /** A line above the items. */
  heading?: string | undefined
  items: readonly MenuItem[]
  className?: string
}

export const menuButtonClass =
  'flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-raised data-popup-open:bg-raised pointer-coarse:min-h-11'

/** A button that opens a list of actions. The component library is loaded the first time a menu opens. */
export function Menu(props: MenuProps) {
  const [isUsed, setUsed] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      className={props.className ?? menuButtonClass}
      onClick={() => setUsed(true)}
    >
      {props.face}
    </button>
  )
  if (!isUsed) return button
  return (
    <Suspense fallback={button}>
      <MenuPopup {...props} />
    </Suspense>
  )
}

/** The mark of a button that opens a menu. */
export const MenuArrow = () => (
  <svg aria-hidden="true" viewBox="0 0 12 12" className="ml-auto size-3 shrink-0 text-quiet">
    <path d="M2.5 4.5 6 8l3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
  </svg>
)
