import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { Kind } from '#judgement/classification/classification.ts'

/** What the widget shows of a JSON feed. */
export interface Feed {
  language: string
  /** The address of the hosted page; null while it is off. */
  page: string | null
  items: Item[]
}

export interface Item {
  /** Its own page; null without one. */
  url: string | null
  title: string
  /** Null for an edition, and where the feed names none. */
  kind: Kind | null
  /** The reader may have to act on it. */
  isBreaking: boolean
  html: string
  text: string
  /** When it was published, in milliseconds. */
  at: number
  /** Empty: the feed's. */
  language: string
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The feed of an account's id, or of the name of its page, beside this script. */
const addressOf = (account: string): URL =>
  new URL(
    UUID.test(account) ? `changelog/${account}.json` : `c/${encodeURIComponent(account)}/feed.json`,
    import.meta.url,
  )

/** Asks whether the feed changed, by the entity tag that the browser kept, and reads it. Rejects where it cannot be read. */
export async function readFeed(account: string): Promise<Feed> {
  const response = await fetch(addressOf(account), {
    cache: 'no-cache',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  })
  if (!response.ok) throw new Error(`The changelog could not be read: ${response.status}.`)
  const { language = '', home_page_url: page, items } = await response.json()
  return { language, page: webAddress(page), items: items.map(itemOf) }
}

// biome-ignore lint/suspicious/noExplicitAny: an item of a JSON feed, as it was parsed
const itemOf = (item: any): Item => ({
  url: webAddress(item.url ?? item.external_url),
  title: String(item.title ?? '').replace(/`/g, ''),
  kind: kindOf(item.tags ?? []),
  isBreaking: (item.tags ?? []).includes('breaking'),
  html: String(item.content_html ?? ''),
  text: String(item.content_text ?? ''),
  at: Date.parse(item.date_published) || 0,
  language: String(item.language ?? ''),
})

const kindOf = (tags: readonly unknown[]): Kind | null =>
  tags.includes('edition')
    ? null
    : ((Object.keys(KIND_FACES) as Kind[]).find(kind => tags.includes(kind)) ?? null)

/** Only http and https addresses become links. */
export const webAddress = (text: unknown): string | null =>
  typeof text === 'string' && /^https?:\/\//i.test(text) ? text : null
