import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { aGitHubPull } from '#testing/github-webhooks.ts'
import { hmacHex } from '#testing/webhook-payloads.ts'

/** The webhook bodies of one merge after another in one repository, as GitHub sends them. `more` gives further fields of each. */
export function* numberedBodies(
  from = 1,
  more: (number: number) => Record<string, unknown> = () => ({}),
): Generator<string, never> {
  for (let number = from; ; number++) {
    const url = `https://github.com/acme/app/pull/${number}`
    const commit = number.toString(16).padStart(40, '0')
    const pull = aGitHubPull({ number, html_url: url, merge_commit_sha: commit, ...more(number) })
    yield JSON.stringify({
      action: 'closed',
      repository: { id: 5, full_name: 'acme/app' },
      pull_request: pull,
    })
  }
}

export const next = (bodies: Iterator<string>): string => bodies.next().value ?? ''

/** A delivery that is built and signed before it is sent, so that this work is not measured. */
export interface SealedBody {
  body: string
  seal: string
  delivery: string
}

export const sealed = (body: string, secret: string): SealedBody => ({
  body,
  seal: `sha256=${hmacHex(secret, body)}`,
  delivery: randomUUID(),
})

export type Post = (sealed: SealedBody) => Promise<void>

/** Gives a function that sends deliveries over a kept-alive connection and throws when one is not accepted. */
export function sender(port: number, path: string): Post {
  const agent = new Agent({ keepAlive: true })
  return async ({ body, seal, delivery }) => {
    const status = await post(agent, port, path, body, {
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-github-delivery': delivery,
      'x-hub-signature-256': seal,
    })
    if (status !== 202) throw new Error(`A callback was answered with ${status}.`)
  }
}

const post = (agent: Agent, port: number, path: string, body: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const outgoing = request({ agent, host: '127.0.0.1', port, path, method: 'POST', headers }, response => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
    outgoing.once('error', reject).end(body)
  })
