import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { KeysHeld } from '../parts/overlay/keys-held.tsx'
import { useWindowEvent } from '../parts/use-window-event.ts'
import { type Current, currentNow } from './commands/current-commands.ts'
import { Palette } from './commands/palette.tsx'
import { useKeys } from './keys.ts'

const KeySheet = lazy(() => import('./key-sheet.tsx').then(m => ({ default: m.KeySheet })))
const OtherWords = lazy(() =>
  import('../entry/other-words/other-words.tsx').then(m => ({ default: m.OtherWords })),
)

/** Other words are for one entry, by its id. */
type Overlay = 'keys' | 'palette' | { entry: string }
type Open = Exclude<Overlay, 'palette'> | { current: Current | null }

/** The palette opens with the commands for the current draft. */
const opened = (overlay: Overlay): Open => (overlay !== 'palette' ? overlay : { current: currentNow() })

const OPEN = 'tidings-open'

declare global {
  interface WindowEventMap {
    [OPEN]: CustomEvent<Overlay>
  }
}

/** Opens the list of keys, the command palette, or other words for an entry. */
export const openOverlay = (overlay: Overlay): boolean =>
  dispatchEvent(new CustomEvent<Overlay>(OPEN, { detail: overlay }))

/**
 * The overlays that can open over any page. The command palette takes the focus before the next key is read,
 * so that what is typed after `ctrl k` is text. The others are loaded when they are first opened.
 */
export function Overlays() {
  const [open, setOpen] = useState<Open | null>(null)
  useKeys({ '?': () => setOpen('keys') })
  const show = (overlay: Overlay) => flushSync(() => setOpen(opened(overlay)))
  useWindowEvent('keydown', event => {
    if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    show('palette')
  })
  useWindowEvent(OPEN, ({ detail }) => show(detail))
  const close = () => setOpen(null)
  return (
    <Suspense fallback={<KeysHeld />}>
      {open === 'keys' && <KeySheet onClose={close} />}
      {typeof open === 'object' && open && 'entry' in open && (
        <OtherWords entry={open.entry} onClose={close} />
      )}
      {typeof open === 'object' && open && 'current' in open && (
        <Palette current={open.current} onClose={close} onKeys={() => setOpen('keys')} />
      )}
    </Suspense>
  )
}
