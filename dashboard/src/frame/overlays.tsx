import { lazy, Suspense, useEffect, useState } from 'react'
import { useKeys } from './keys.ts'

const KeySheet = lazy(() => import('./key-sheet.tsx').then(m => ({ default: m.KeySheet })))
const Palette = lazy(() => import('./palette.tsx').then(m => ({ default: m.Palette })))

type Overlay = 'keys' | 'palette'

const OPEN = 'tidings-open'

/** Opens the list of keys or the commands, from a button. */
export const openOverlay = (overlay: Overlay): boolean =>
  dispatchEvent(new CustomEvent<Overlay>(OPEN, { detail: overlay }))

/** The list of keys and the commands. Both are loaded when they are first opened. */
export function Overlays() {
  const [open, setOpen] = useState<Overlay | null>(null)
  useKeys({ '?': () => setOpen('keys') })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen('palette')
    }
    const ask = (event: Event) => setOpen((event as CustomEvent<Overlay>).detail)
    addEventListener('keydown', press)
    addEventListener(OPEN, ask)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener(OPEN, ask)
    }
  }, [])
  const close = () => setOpen(null)
  return (
    <Suspense>
      {open === 'keys' && <KeySheet onClose={close} />}
      {open === 'palette' && <Palette onClose={close} onKeys={() => setOpen('keys')} />}
    </Suspense>
  )
}
