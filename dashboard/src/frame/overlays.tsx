import { lazy, Suspense, useEffect, useState } from 'react'
import type { Current } from './current-commands.ts'
import { useKeys } from './keys.ts'

const KeySheet = lazy(() => import('./key-sheet.tsx').then(m => ({ default: m.KeySheet })))
const Palette = lazy(() => import('./palette.tsx').then(m => ({ default: m.Palette })))

type Overlay = 'keys' | 'palette'
type Open = 'keys' | { current: Current | null }

/** The commands are loaded with what they do to the current draft, which is known when they open. */
const opened = async (overlay: Overlay): Promise<Open> =>
  overlay === 'keys' ? 'keys' : { current: (await import('./current-commands.ts')).currentNow() }

const OPEN = 'tidings-open'

/** Opens the list of keys or the commands, from a button. */
export const openOverlay = (overlay: Overlay): boolean =>
  dispatchEvent(new CustomEvent<Overlay>(OPEN, { detail: overlay }))

/** The list of keys and the commands. Both are loaded when they are first opened. */
export function Overlays() {
  const [open, setOpen] = useState<Open | null>(null)
  useKeys({ '?': () => setOpen('keys') })
  useEffect(() => {
    const show = (overlay: Overlay) => void opened(overlay).then(setOpen)
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      show('palette')
    }
    const ask = (event: Event) => show((event as CustomEvent<Overlay>).detail)
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
      {open && open !== 'keys' && (
        <Palette current={open.current} onClose={close} onKeys={() => setOpen('keys')} />
      )}
    </Suspense>
  )
}
