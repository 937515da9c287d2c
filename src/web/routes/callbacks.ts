import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { AppError } from '#kit/app-error.ts'
import type { CallbackAddress, Inbox } from '#pipeline/inbox.ts'

const MOST_BYTES = 25 * 1024 * 1024
const MOST_PATIENCE_BYTES = 4 * MOST_BYTES

/** Where providers report; not part of the public interface. Size first, then proof, then syntax, then 202. */
export function serveCallbacks(app: OpenAPIHono, inbox: Inbox): void {
  const answer = async (c: Context, address: CallbackAddress) => {
    if (!inbox.knows(address)) throw new AppError('not_found', 'There is nothing at this address.')
    const { incoming } = c.env as HttpBindings
    const body = await bodyOf(incoming)
    if (body === null) {
      inbox.refuseAsTooLarge(address)
      throw new AppError('too_large', 'A callback may have 25 MiB.')
    }
    await inbox.receive(address, { headers: headersOf(incoming), body })
    return c.json({ status: 'accepted' }, 202, { 'Cache-Control': 'no-store' })
  }
  app.post('/api/callbacks/:provider', c =>
    answer(c, { provider: c.req.param('provider'), connectionId: null }),
  )
  app.post('/api/callbacks/:provider/:connection', c =>
    answer(c, { provider: c.req.param('provider'), connectionId: c.req.param('connection') }),
  )
}

/**
 * The exact bytes; null when they are too many. What is too much is still read for a while and forgotten: whoever is cut off while
 * sending never sees the answer.
 */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.byteLength
    if (size > MOST_PATIENCE_BYTES) return null
    if (size > MOST_BYTES) chunks = []
    else chunks.push(chunk)
  }
  return size > MOST_BYTES ? null : Buffer.concat(chunks)
}

/** A header that is sent twice has its values in one line (RFC 9110 §5.3). */
const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
