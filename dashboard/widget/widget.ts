import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { type Feed, type Item, readFeed } from './feed.ts'
import { copied } from './markup.ts'
import { lastSeen, markSeen } from './seen.ts'
import { sheet } from './style.ts'
import { type WidgetWords, wordsIn } from './words.ts'

const MOST_ITEMS = 10
const SVG = 'http://www.w3.org/2000/svg'
/** Between the button and the panel, and between the panel and the edge of the window. */
const GAP = 8

/**
 * `<tidings-changelog account="…">`: a button with the number of unread entries, and a panel with the newest ones. Works under a policy that
 * allows scripts and connections of this origin only. Knows nothing of who reads, and sends nothing.
 *
 * Attributes: `account`, the account's id or the name of its page; `label` of the button; `theme`, `light` or `dark`. Events, with the number
 * of unread entries as `detail.unread`: `tidings-open`, and `tidings-read` once they count as read.
 */
class TidingsChangelog extends HTMLElement {
  readonly #button = element('button', { type: 'button', 'aria-haspopup': 'dialog' })
  readonly #title = element('h2', { id: 'title', tabindex: '-1', autofocus: '' })
  readonly #close = element('button', { type: 'button', class: 'close' }, '×')
  readonly #items = element('div', { class: 'items', tabindex: '0' })
  readonly #footer = element('footer', {})
  readonly #dialog = element(
    'dialog',
    { 'aria-labelledby': 'title' },
    element('header', {}, this.#title, this.#close),
    this.#items,
    this.#footer,
  )
  #feed: Feed | null = null
  #words: WidgetWords = wordsIn(document.documentElement.lang)
  #unread = 0

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet()]
    root.append(this.#button, this.#dialog)
    this.#button.addEventListener('click', () => void this.#open())
    this.#close.addEventListener('click', () => this.#dialog.close())
    this.#dialog.addEventListener('click', event => {
      if (event.target === this.#dialog) this.#dialog.close()
    })
  }

  connectedCallback(): void {
    this.#showButton()
    whenIdle(() => void this.#read())
  }

  /** A failure hides the number, never the button. */
  async #read(): Promise<void> {
    const account = this.getAttribute('account') ?? ''
    try {
      this.#feed = await readFeed(account)
      this.#words = wordsIn(this.#feed.language)
      const seen = lastSeen(account)
      if (seen === null) this.#markRead()
      this.#unread = seen === null ? 0 : this.#feed.items.filter(({ at }) => at > seen).length
    } catch {
      this.#unread = 0
    }
    this.#showButton()
  }

  #markRead(): void {
    markSeen(
      this.getAttribute('account') ?? '',
      Math.max(0, ...(this.#feed?.items ?? []).map(({ at }) => at)),
    )
  }

  #showButton(): void {
    const label = this.getAttribute('label') ?? this.#words.news
    const count = element('span', { part: 'count', class: 'count' }, String(this.#unread))
    this.#button.replaceChildren(label, ...(this.#unread > 0 ? [count] : []))
    this.#button.setAttribute('part', 'button')
    if (this.#unread > 0)
      this.#button.setAttribute('aria-label', `${label}: ${this.#words.unread(this.#unread)}`)
    else this.#button.removeAttribute('aria-label')
  }

  async #open(): Promise<void> {
    this.#show(true)
    this.#dialog.showModal()
    this.#emit('tidings-open')
    await this.#read()
    this.#show()
    if (this.#feed === null) return
    const unread = this.#unread
    this.#markRead()
    this.#unread = 0
    this.#showButton()
    this.#emit('tidings-read', unread)
  }

  /** The heading stays the same element, since it has the focus. */
  #show(isReading = false): void {
    const { language = '', page = null, items = [] } = this.#feed ?? {}
    this.#title.textContent = this.#words.news
    this.#close.setAttribute('aria-label', this.#words.close)
    const missing = isReading ? this.#words.reading : this.#words.failed
    const nothing = element('p', { class: 'quiet' }, this.#feed ? this.#words.nothing : missing)
    const shown = items.slice(0, MOST_ITEMS).map(item => this.#itemOf(item))
    this.#items.replaceChildren(...(shown.length > 0 ? shown : [nothing]))
    const all = page && element('a', { href: page, target: '_blank', rel: 'noopener' }, this.#words.all)
    this.#footer.replaceChildren(...(all ? [all] : []))
    this.#footer.hidden = !all
    this.#dialog.lang = language
    this.#place()
  }

  #itemOf({ url, title, kind, isBreaking, html, text, at, language }: Item): HTMLElement {
    const day = new Intl.DateTimeFormat(this.#feed?.language || undefined, { dateStyle: 'medium' }).format(at)
    const time = element('time', { datetime: new Date(at).toISOString() }, day)
    const heading = url ? element('a', { href: url, target: '_blank', rel: 'noopener' }, title) : title
    return element(
      'article',
      { dir: 'auto', ...(language && { lang: language }) },
      element('p', { class: 'quiet' }, ...(kind ? [this.#kindOf(kind, isBreaking)] : []), time),
      element('h3', {}, heading),
      // The feed repeats the title of an entry that has no text.
      ...(text === title ? [] : copied(html, text)),
    )
  }

  /** The sign and the word of a kind, after that of a breaking change, as on the page. */
  #kindOf(kind: Kind, isBreaking: boolean): HTMLElement {
    const sign = document.createElementNS(SVG, 'svg')
    const path = document.createElementNS(SVG, 'path')
    sign.setAttribute('viewBox', '0 0 16 16')
    sign.setAttribute('aria-hidden', 'true')
    path.setAttribute('d', KIND_FACES[kind].path)
    sign.append(path)
    const { breaking, kinds } = this.#words
    const word = isBreaking ? `${breaking} · ${kinds[kind]}` : kinds[kind]
    return element('span', { class: 'kind' }, sign, word)
  }

  /** Below or above the button, within the window; on a narrow one the style makes it a sheet. */
  #place(): void {
    const { top, bottom, left, right } = this.#button.getBoundingClientRect()
    const isBelow = innerHeight - bottom >= top
    const { style } = this.#dialog
    style.setProperty('--top', isBelow ? `${bottom + GAP}px` : 'auto')
    style.setProperty('--bottom', isBelow ? 'auto' : `${innerHeight - top + GAP}px`)
    style.setProperty('--room', `${(isBelow ? innerHeight - bottom : top) - 2 * GAP}px`)
    const isLeft = left + right < innerWidth
    style.setProperty('--left', isLeft ? `${Math.max(GAP, left)}px` : 'auto')
    style.setProperty('--right', isLeft ? 'auto' : `${Math.max(GAP, innerWidth - right)}px`)
  }

  #emit(name: string, unread = this.#unread): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail: { unread } }))
  }
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/** A page that is never idle, and a browser without idle callbacks, wait a moment. */
const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 5_000 })
  else setTimeout(work, 200)
}

if (!customElements.get('tidings-changelog')) customElements.define('tidings-changelog', TidingsChangelog)
