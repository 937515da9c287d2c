import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { Closable } from './closable.ts'
import { opened } from './http.ts'

/** A request as it came over the wire. */
interface StripeRequest {
  path: string
  headers: IncomingHttpHeaders
  form: URLSearchParams
}

export interface StripeServer extends Closable {
  address: string
  asked: StripeRequest[]
  /** What the n-th request since (from 1) is answered with; null: what Stripe would say. */
  behave(behaviour: (n: number) => { status: number; body: unknown } | null): void
}

const ANSWERS: Record<string, unknown> = {
  '/v1/checkout/sessions': {
    id: 'cs_1',
    object: 'checkout.session',
    url: 'https://checkout.stripe.com/c/pay/cs_1',
  },
  '/v1/billing_portal/sessions': {
    id: 'bps_1',
    object: 'billing_portal.session',
    url: 'https://billing.stripe.com/p/session/1',
  },
}

/** A server on this machine that speaks as much of Stripe's protocol as two links take. */
export async function startStripeServer(): Promise<StripeServer> {
  const asked: StripeRequest[] = []
  let behaviour: Parameters<StripeServer['behave']>[0] = () => null
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers, form })
    const { status, body } = behaviour(asked.length) ?? { status: 200, body: ANSWERS[path] }
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
    response.end(JSON.stringify(body))
  })
  return {
    ...(await opened(server)),
    asked,
    behave: given => {
      behaviour = given
    },
  }
}
