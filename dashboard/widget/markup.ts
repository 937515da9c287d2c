import { webAddress } from './feed.ts'

/** What is copied of an entry's markup; of anything else only the text is. Pictures are left to the page: their host need not be allowed here. */
const COPIED = new Set([
  'P',
  'UL',
  'OL',
  'LI',
  'STRONG',
  'EM',
  'CODE',
  'PRE',
  'BLOCKQUOTE',
  'BR',
  'H2',
  'H3',
  'H4',
  'A',
])
const LEFT_OUT = new Set(['SCRIPT', 'STYLE', 'IMG', 'TEMPLATE', 'IFRAME', 'OBJECT', 'SVG', 'MATH'])

interface HtmlPolicy {
  createHTML(html: string): string
}
interface TrustedTypes {
  createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy
}

/** Where the page demands trusted types and does not allow the policy `tidings`, the plain text is shown. */
const policy = (): HtmlPolicy | undefined =>
  (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('tidings', {
    createHTML: html => html,
  })
let trusted: HtmlPolicy | undefined

/** An entry's body as new elements of a few kinds, so that nothing of it can act; its plain text where it cannot be parsed. */
export function copied(html: string, text: string): Node[] {
  try {
    trusted ??= policy()
    const parsed = new DOMParser().parseFromString(trusted?.createHTML(html) ?? html, 'text/html')
    return [...parsed.body.childNodes].flatMap(copyOf)
  } catch {
    const plain = document.createElement('p')
    plain.textContent = text
    return [plain]
  }
}

function copyOf(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')]
  if (!(node instanceof Element) || LEFT_OUT.has(node.tagName.toUpperCase())) return []
  const children = [...node.childNodes].flatMap(copyOf)
  if (!COPIED.has(node.tagName)) return children
  const copy = document.createElement(node.tagName)
  const address = node.tagName === 'A' ? webAddress(node.getAttribute('href')) : null
  if (address !== null) for (const [name, value] of linkTo(address)) copy.setAttribute(name, value)
  copy.append(...children)
  return [copy]
}

const linkTo = (address: string): [string, string][] => [
  ['href', address],
  ['target', '_blank'],
  ['rel', 'noopener'],
]
