import type { MouseEvent } from 'react'

/** How far, in pixels, a pointer may move between two clicks and still count as resting; further for a finger. */
const SLIP = { mouse: 8, touch: 24 }
/** A tap at the same place after this time is deliberate. A resting mouse pointer does not become deliberate with time. */
const TAP_MS = 2_000

/** The last press, until the pointer leaves its place. */
let pressed: { x: number; y: number; at: number } | null = null
/** The element under the pointer when it arrived where it is. */
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
 * Whether a click is meant for its button. False if the button appeared under a resting pointer, as after the
 * element that was there was pressed and left. A key press is always meant.
 */
export const isAimed = ({ detail, currentTarget }: MouseEvent): boolean =>
  detail === 0 || aimed === currentTarget
