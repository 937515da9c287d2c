import type { MouseEvent } from 'react'

/** A hand that clicks twice moves the pointer so far, in pixels, without going anywhere; a finger further. */
const SLIP = { mouse: 8, touch: 24 }
/** A tap at the same place after this time was thought about. A pointer that rests there says nothing of the kind. */
const TAP_MS = 2_000

/** The last press, until the pointer leaves its place. */
let pressed: { x: number; y: number; at: number } | null = null
/** What was under the pointer when it came to where it is. */
let aimed: Element | null = null

function follow({ type, pointerType, clientX: x, clientY: y, timeStamp: at, target }: PointerEvent): void {
  const slip = pointerType === 'touch' ? SLIP.touch : SLIP.mouse
  const isOld = pointerType === 'touch' && pressed !== null && at - pressed.at > TAP_MS
  if (pressed && (isOld || Math.hypot(x - pressed.x, y - pressed.y) > slip)) pressed = null
  if (!pressed && target instanceof Element) aimed = target.closest('button') ?? target
  if (type === 'pointerdown') pressed = { x, y, at }
}
for (const type of ['pointermove', 'pointerdown'] as const) addEventListener(type, follow, true)

/**
 * Whether a click is meant for its button. False where the button came under a pointer that rested, as when what stood there was pressed and
 * has gone. A press of a key is always meant.
 */
export const isAimed = ({ detail, currentTarget }: MouseEvent): boolean =>
  detail === 0 || aimed === currentTarget
