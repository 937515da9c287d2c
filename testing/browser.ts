import type { TestService } from './service.ts'

/** A page that a person sees in the browser. */
export interface Page {
  address: string
  status: number
  text: string
  headers: Record<string, string>
}

/** A person's browser, which moves between our pages and those of a local code host. It does not load pages of the dashboard. */
export interface Browser {
  open(address: string): Promise<Page>
  /** Follows the link with this text. */
  follow(seen: Page, words: string): Promise<Page>
  /** Sends the page's form. */
  send(seen: Page): Promise<Page>
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

/** The value of an attribute of the first element on a page that matches the expression. */
function attribute(text: string, element: RegExp, name: string): string | null {
  const tag = element.exec(text)?.[0] ?? ''
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? null : plain(value)
}

/** Opens a browser. `cookie` carries a session; without it, nobody is signed in. */
export function aBrowser({ ask, service }: Pick<TestService, 'ask' | 'service'>, cookie?: string): Browser {
  const ours = `${new URL(service.baseUrl).origin}/`
  return {
    open: address => go(address),
    follow: (seen, words) => {
      const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const link = attribute(seen.text, new RegExp(`<a [^>]*>${escaped}</a>`), 'href')
      if (link === null) throw new Error(`No link reads "${words}" on ${seen.address}: ${seen.text}`)
      return go(new URL(link, seen.address).href)
    },
    send(seen) {
      const form = new URLSearchParams()
      for (const [input] of seen.text.matchAll(/<input type="hidden"[^>]*>/g))
        form.append(attribute(input, /.*/s, 'name') ?? '', attribute(input, /.*/s, 'value') ?? '')
      const action = attribute(seen.text, /<form [^>]*>/, 'action') ?? seen.address
      return go(new URL(action, seen.address).href, { method: 'POST', body: form })
    },
  }

  async function go(address: string, sent: RequestInit = {}): Promise<Page> {
    const seen = address.startsWith(ours) ? await askOurs(address) : await askHost(address, sent)
    const { location } = seen.headers
    if (location === undefined) return seen
    const to = new URL(location, address)
    const isDashboard = to.href.startsWith(ours) && !to.pathname.startsWith('/app/api/')
    return isDashboard ? { ...seen, address: to.href } : go(to.href)
  }

  async function askOurs(address: string): Promise<Page> {
    const headers = { accept: 'text/html', ...(cookie !== undefined && { cookie }) }
    const answer = await ask(address.slice(ours.length - 1), { headers })
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    return { address, status: answer.status, text: answer.text, headers: Object.fromEntries(flat) }
  }

  async function askHost(address: string, sent: RequestInit): Promise<Page> {
    const answer = await fetch(address, { ...sent, redirect: 'manual' })
    const headers = Object.fromEntries(answer.headers)
    return { address, status: answer.status, text: await answer.text(), headers }
  }
}
