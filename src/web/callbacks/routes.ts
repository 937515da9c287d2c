import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { WebhookAddress, WebhookReceiver } from '#pipeline/webhooks/receive.ts'
import { AppError } from '#platform/errors.ts'

const MOST_BYTES = 25 * 1024 * 1024

const NOTHING = new Uint8Array()

/**
 * Serves the addresses that providers send webhooks to. They are not part of the public API. Checks the size, then the signature, then the
 * syntax, and answers 202. Bodies that are sent to an address without a connection are not kept in memory.
 */
export function serveCallbacks(app: OpenAPIHono, receiver: WebhookReceiver): void {
  const answer = async (c: Context, address: WebhookAddress) => {
    if (!receiver.knows(address)) throw new AppError('not_found', 'Nothing was found at this address.')
    const { incoming } = c.env as HttpBindings
    const connections = await receiver.connectionsAt(address)
    const receive = (body: Uint8Array) =>
      receiver.receive(address, connections, { headers: headersOf(incoming), body })
    if (connections.length === 0) {
      await c.var.bodies.discard(incoming, MOST_BYTES)
      await receive(NOTHING)
    } else {
      const pool = address.connectionId === null ? 'callbacks' : 'connections'
      await c.var.bodies.read(incoming, pool, MOST_BYTES, receive)
    }
    return c.json({ status: 'accepted' }, 202, { 'Cache-Control': 'no-store' })
  }
  app.post('/api/callbacks/:provider', c =>
    answer(c, { provider: c.req.param('provider'), connectionId: null }),
  )
  app.post('/api/callbacks/:provider/:connection', c =>
    answer(c, { provider: c.req.param('provider'), connectionId: c.req.param('connection') }),
  )
}

/** Joins the values of repeated headers (RFC 9110 §5.3). */
const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
