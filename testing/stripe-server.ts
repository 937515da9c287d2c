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
  /** Sets the answer to the n-th request, counted from 1; null for Stripe's own answer. */
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

/** Starts a server with the part of Stripe's API that the links to its checkout and billing portal need. */
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
