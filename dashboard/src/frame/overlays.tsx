import { lazy, Suspense, useEffect, useState } from 'react'
import type { Current } from './current-commands.ts'
import { useKeys } from './keys.ts'

const KeySheet = lazy(() => import('./key-sheet.tsx').then(m => ({ default: m.KeySheet })))
const RewordQuestion = lazy(() =>
  import('../rewording/question.tsx').then(m => ({ default: m.RewordQuestion })),
)
const Palette = lazy(() => import('./palette.tsx').then(m => ({ default: m.Palette })))

type Overlay = 'keys' | 'palette' | 'reword'
type Open = 'keys' | 'reword' | { current: Current | null }

/** The commands are loaded with what they do to the current draft, which is known when they open. */
const opened = async (overlay: Overlay): Promise<Open> =>
  overlay !== 'palette' ? overlay : { current: (await import('./current-commands.ts')).currentNow() }

const OPEN = 'tidings-open'

/** Opens the list of keys, the commands, or the question whether to reword drafts, from a button. */
export const openOverlay = (overlay: Overlay): boolean =>
  dispatchEvent(new CustomEvent<Overlay>(OPEN, { detail: overlay }))

/** What opens over any page. Each is loaded when it is first opened. */
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
      {open === 'reword' && <RewordQuestion onClose={close} />}
      {open && typeof open !== 'string' && (
        <Palette
          current={open.current}
          onClose={close}
          onKeys={() => setOpen('keys')}
          onReword={() => setOpen('reword')}
        />
      )}
    </Suspense>
  )
}
