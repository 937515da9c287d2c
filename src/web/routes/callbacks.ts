import type { Context, Hono } from 'hono'
import { AppError } from '#kit/app-error.ts'
import type { CallbackAddress, Inbox } from '#pipeline/inbox.ts'

const MOST_BYTES = 25 * 1024 * 1024

/** Where providers report; not part of the public interface. Size first, then proof, then syntax, then 202. */
export function serveCallbacks(app: Hono, inbox: Inbox): void {
  const answer = async (c: Context, address: CallbackAddress) => {
    if (!inbox.knows(address)) throw new AppError('not_found', 'There is nothing at this address.')
    const body = await bodyOf(c.req.raw)
    if (body === null) {
      inbox.refuseAsTooLarge(address)
      throw new AppError('too_large', 'A callback may have 25 MiB.')
    }
    await inbox.receive(address, { headers: Object.fromEntries(c.req.raw.headers), body })
    return c.json({ status: 'accepted' }, 202, { 'Cache-Control': 'no-store' })
  }
  app.post('/api/callbacks/:provider', c =>
    answer(c, { provider: c.req.param('provider'), connectionId: null }),
  )
  app.post('/api/callbacks/:provider/:connection', c =>
    answer(c, { provider: c.req.param('provider'), connectionId: c.req.param('connection') }),
  )
}

/** The exact bytes; null as soon as they are too many. */
async function bodyOf(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MOST_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
