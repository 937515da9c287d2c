import type { TestService } from './service.ts'

/** What a person has before them. */
export interface Page {
  address: string
  status: number
  text: string
  headers: Record<string, string>
}

/** A person with a browser of their own, who goes to and fro between our pages and those of a code host on this machine. */
export interface Browser {
  open(address: string): Promise<Page>
  /** Follows the link that reads so. */
  follow(seen: Page, words: string): Promise<Page>
  /** Sends the page's form, with these boxes ticked. */
  send(seen: Page, ticked?: readonly string[], headers?: Record<string, string>): Promise<Page>
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity] ?? entity)

/** What stands in the attribute of the page's first such element. */
function attribute(text: string, element: RegExp, name: string): string | null {
  const tag = element.exec(text)?.[0] ?? ''
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? null : plain(value)
}

export function aBrowser({ ask, service }: Pick<TestService, 'ask' | 'service'>): Browser {
  const ours = new URL(service.baseUrl).origin
  let cookie: string | null = null
  const person: Browser = {
    open: address => go(address, {}),
    follow: (seen, words) => {
      const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const link = attribute(seen.text, new RegExp(`<a [^>]*>${escaped}</a>`), 'href')
      if (link === null) throw new Error(`No link reads "${words}" on ${seen.address}: ${seen.text}`)
      return go(new URL(link, seen.address).href, {})
    },
    send(seen, ticked = [], headers = {}) {
      const form = new URLSearchParams(ticked.map(key => ['repository', key]))
      for (const [input] of seen.text.matchAll(/<input type="hidden"[^>]*>/g))
        form.append(attribute(input, /.*/s, 'name') ?? '', attribute(input, /.*/s, 'value') ?? '')
      const action = attribute(seen.text, /<form [^>]*>/, 'action') ?? seen.address
      return go(new URL(action, seen.address).href, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ours, ...headers },
        body: form.toString(),
      })
    },
  }
  return person

  async function go(
    address: string,
    sent: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Page> {
    const seen = address.startsWith(`${ours}/`) ? await askOurs(address, sent) : await askHost(address, sent)
    const to = seen.headers.location
    return seen.status >= 300 && seen.status < 400 && to ? go(new URL(to, address).href, {}) : seen
  }

  async function askOurs(address: string, { body, headers = {}, ...sent }: Parameters<typeof go>[1]) {
    const answer = await ask(address.slice(ours.length), {
      ...sent,
      headers: { ...headers, ...(cookie !== null && { cookie }) },
      ...(body !== undefined && { body: Buffer.from(body) }),
    })
    cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    return { address, status: answer.status, text: answer.text, headers: Object.fromEntries(flat) }
  }

  async function askHost(address: string, sent: Parameters<typeof go>[1]): Promise<Page> {
    const answer = await fetch(address, { ...sent, redirect: 'manual' })
    const headers = Object.fromEntries(answer.headers)
    return { address, status: answer.status, text: await answer.text(), headers }
  }
}
