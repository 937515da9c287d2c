import { useEffect, useRef, useState } from 'react'
import { KIND_KEYS_SHOWN } from '../kinds.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { areKeysOn, switchKeys } from './keys.ts'

/** The keys of the dashboard: their groups, each key with what it does. Every second word of a key is a sign between keys. */
const KEYS: Record<string, readonly (readonly [key: string, does: string])[]> = {
  Move: [
    ['j / k', 'Next, previous'],
    ['x', 'Select'],
    ['shift + j / k', 'Extend the selection'],
    ['ctrl + a', 'Select all that are listed'],
    ['/', 'Search'],
    ['esc', 'Back, clear the selection'],
  ],
  Decide: [
    ['enter', 'Approve for the next time, or publish'],
    ['p', 'Publish now'],
    ['i', 'Not for customers'],
    ['d', 'Dismiss'],
    ['g', 'Group the selected'],
    ['z', 'Undo your last change'],
  ],
  Change: [
    ['e', 'Edit'],
    ['ctrl + enter', 'Save and leave'],
    ['ctrl + b / i / e', 'Bold, italic, code'],
    ['w', 'Reword, by the AI writer'],
    [KIND_KEYS_SHOWN, 'Kind'],
    ['m', 'Size'],
  ],
  'In an edition': [
    ['1 / 2 / 3', 'Story, line, leave out'],
    ['0', 'Place by its weight again'],
    ['alt + ↑ / ↓', 'Move up, down'],
    ['u', 'Leave out what is unsure'],
    ['y / n', 'One story of those proposed, keep them apart'],
  ],
  Anywhere: [
    ['o', 'Open on the code host'],
    ['ctrl + k', 'Commands'],
    ['?', 'These shortcuts'],
  ],
}

/** The list of all keys, and the switch that turns them off. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areKeysOn)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  const toggle = (on: boolean) => {
    switchKeys(on)
    setOn(on)
  }
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} className="w-[min(640px,calc(100vw-32px))]!">
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        {Object.entries(KEYS).map(([label, keys]) => (
          <section key={label} aria-label={label} className="grid content-start gap-1">
            <h3 className="text-s font-semibold text-quiet">{label}</h3>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
              {keys.map(([key, does]) => (
                <div key={key} className="contents">
                  <dt className="min-w-24 whitespace-nowrap">
                    <Keys of={key.split(' ')} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
        <Checkbox label="Use single-key shortcuts on this device" checked={isOn} onChange={toggle} />
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

/** Keys with the signs between them: "shift", "+", "j". */
const Keys = ({ of: parts }: { of: readonly string[] }) =>
  parts.map((part, index) =>
    index % 2 === 0 ? (
      <kbd key={part} className="rounded-md px-1.5 font-sans text-s ring-1 ring-line">
        {part}
      </kbd>
    ) : (
      <span key={part} className="mx-1 text-quiet">
        {part}
      </span>
    ),
  )
