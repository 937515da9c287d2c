import { pngOfSvg } from '#changelog/entries/images/picture.ts'
import { BackgroundThread } from '#platform/background-thread.ts'
import type { Card, cardTasks } from './card-drawing.ts'

const IDLE_MS = 60_000

/**
 * Cards are drawn in a thread, because laying out a text takes a tenth of a second in which no request would
 * be answered. When the thread ends, the library's memory is freed.
 */
const thread = new BackgroundThread<typeof cardTasks>(new URL('./card-entry.ts', import.meta.url), null, {
  idleMs: IDLE_MS,
})

/**
 * Paints the picture that networks show beside a link to the page or an entry: a PNG of 1200 × 630 pixels, when it is the turn of the
 * account `owner`. Throws `unavailable` or `rate_limited` when the account asks for too many.
 */
export const paintCard = async (card: Card, owner: string): Promise<Uint8Array> =>
  pngOfSvg(await thread.run('draw', card), owner)
