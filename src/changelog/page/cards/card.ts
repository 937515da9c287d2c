import { pngOfSvg } from '#changelog/entries/images/picture.ts'
import { BackgroundThread } from '#platform/background-thread.ts'
import type { Card, cardTasks } from './card-drawing.ts'

const IDLE_MS = 60_000

/** Laying out a text takes a tenth of a second, so requests to the same process would wait. The library leaves memory with the thread. */
const thread = new BackgroundThread<typeof cardTasks>(new URL('./card-entry.ts', import.meta.url), null, {
  idleMs: IDLE_MS,
})

/**
 * Paints the picture that networks show beside a link to the entry: a PNG of 1200 × 630 pixels, when it is the turn of the account
 * `owner`. Throws `unavailable` or `rate_limited` when the account asks for too many.
 */
export const paintCard = async (card: Card, owner: string): Promise<Uint8Array> =>
  pngOfSvg(await thread.run('draw', card), owner)
