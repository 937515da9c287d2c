import { lazy, Suspense, useState } from 'react'
import { Icon } from '../icon.tsx'
import { KeysHeld } from './keys-held.tsx'
import type { MenuProps } from './menu-popup.tsx'

const load = () => import('./menu-popup.tsx')
const preload = () => void load().catch(() => {})
const MenuPopup = lazy(() => load().then(m => ({ default: m.MenuPopup })))

const buttonClass =
  'flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-raised data-popup-open:bg-raised pointer-coarse:min-h-11'

/** A button that opens a list of actions. The component library is loaded the first time a menu is likely to open. */
export function Menu(props: MenuProps) {
  const className = props.className ?? buttonClass
  const [isUsed, setUsed] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="menu"
      className={className}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setUsed(true)}
    >
      {props.face}
    </button>
  )
  if (!isUsed) return button
  return (
    <Suspense
      fallback={
        <>
          {button}
          <KeysHeld />
        </>
      }
    >
      <MenuPopup {...props} className={className} />
    </Suspense>
  )
}

/** The mark of a button that opens a menu. */
export const MenuArrow = () => <Icon name="down" className="ml-auto size-3 text-quiet" />
