import { lazy, Suspense, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { KeysHeld } from '../parts/overlay/keys-held.tsx'
import { type Current, currentNow } from './commands/current-commands.ts'
import { Palette } from './commands/palette.tsx'
import { useKeys } from './keys.ts'

const KeySheet = lazy(() => import('./key-sheet.tsx').then(m => ({ default: m.KeySheet })))
const RewordQuestion = lazy(() =>
  import('../rewording/question.tsx').then(m => ({ default: m.RewordQuestion })),
)

const OtherWords = lazy(() =>
  import('../entry/other-words/other-words.tsx').then(m => ({ default: m.OtherWords })),
)

/** Other words are for one entry, by its id. */
type Overlay = 'keys' | 'palette' | 'reword' | { entry: string }
type Open = Exclude<Overlay, 'palette'> | { current: Current | null }

/** The palette opens with the commands for the current draft. */
const opened = (overlay: Overlay): Open => (overlay !== 'palette' ? overlay : { current: currentNow() })

const OPEN = 'tidings-open'

/** Opens the list of keys, the command palette, the question whether to reword drafts, or other words for an entry. */
export const openOverlay = (overlay: Overlay): boolean =>
  dispatchEvent(new CustomEvent<Overlay>(OPEN, { detail: overlay }))

/**
 * The overlays that can open over any page. The command palette takes the focus before the next key is read,
 * so that what is typed after `ctrl k` is text. The others are loaded when they are first opened.
 */
export function Overlays() {
  const [open, setOpen] = useState<Open | null>(null)
  useKeys({ '?': () => setOpen('keys') })
  useEffect(() => {
    const show = (overlay: Overlay) => flushSync(() => setOpen(opened(overlay)))
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
    <Suspense fallback={<KeysHeld />}>
      {open === 'keys' && <KeySheet onClose={close} />}
      {open === 'reword' && <RewordQuestion onClose={close} />}
      {typeof open === 'object' && open && 'entry' in open && (
        <OtherWords entry={open.entry} onClose={close} />
      )}
      {typeof open === 'object' && open && 'current' in open && (
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
