import { escapeMarkup } from '#platform/markup/markup.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { MailContent, MailPurpose } from './mail.ts'

/** The content of a mail, in order. Texts may come from strangers; they are cleaned and escaped here. */
type Part =
  | { type: 'paragraph'; text: string }
  | { type: 'link'; label: string; url: string }
  | { type: 'list'; items: readonly string[] }
  | { type: 'note'; text: string; link?: { label: string; url: string } }

export interface MailTemplate {
  purpose: MailPurpose
  subject: string
  parts: readonly Part[]
  unsubscribe?: string
}

const SUBJECT_LIMIT = 120
const TEXT_LIMIT = 500

/** Renders the mail as plain text and as HTML. Long texts are cut, line breaks in subjects are removed, and tags in texts are escaped. */
export function renderMail({ purpose, subject, parts, unsubscribe }: MailTemplate): MailContent {
  const title = clip(safeLine(subject), SUBJECT_LIMIT)
  const cleaned = parts.map(cleanedPart)
  return {
    purpose,
    subject: title,
    text: `${cleaned.map(plainOf).join('\n\n')}\n`,
    html: pageOf(title, cleaned.map(markupOf).join('\n')),
    unsubscribe: unsubscribe === undefined ? null : addressFrom(unsubscribe),
  }
}

const clean = (text: string): string => clip(safeLine(text), TEXT_LIMIT)

function cleanedPart(part: Part): Part {
  if (part.type === 'list') return { ...part, items: part.items.map(clean) }
  if (part.type === 'link') return cleanedLink(part)
  return { ...part, text: clean(part.text), ...(part.type === 'note' && linkOf(part)) }
}

const linkOf = ({ link }: { link?: { label: string; url: string } }) => link && { link: cleanedLink(link) }

const cleanedLink = <T extends { label: string; url: string }>(link: T): T => ({
  ...link,
  label: clean(link.label),
  url: addressFrom(link.url),
})

/** Normalised by the URL parser, so that it contains no white space and no quotation marks. */
function addressFrom(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw new Error('A mail links to http(s) addresses alone.')
}

function plainOf(part: Part): string {
  if (part.type === 'list') return part.items.map(item => `- ${item}`).join('\n')
  if (part.type === 'link') return `${part.label}:\n${part.url}`
  if (part.type === 'note') return part.link ? `${part.text}\n${part.link.url}` : part.text
  return part.text
}

function markupOf(part: Part): string {
  if (part.type === 'list') {
    return `<ul>${part.items.map(item => `<li>${escapeMarkup(item)}</li>`).join('')}</ul>`
  }
  if (part.type === 'link') return `<p class="go">${anchorOf(part)}</p>`
  if (part.type === 'note') {
    return `<p class="note">${escapeMarkup(part.text)}${part.link ? ` ${anchorOf(part.link)}` : ''}</p>`
  }
  return `<p>${escapeMarkup(part.text)}</p>`
}

const anchorOf = ({ label, url }: { label: string; url: string }): string =>
  `<a href="${escapeMarkup(url)}">${escapeMarkup(label)}</a>`

/** Uses no image, font or script. Without styles the mail is still a readable page in the reader's own colours. */
const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; padding: 24px; background: #faf9f7; color: #262320; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 34em; margin: 0 auto }
a { color: #0b5c8a }
.go a { font-weight: 600 }
.note { color: #5f5a54; font-size: 14px }
@media (prefers-color-scheme: dark) {
  body { background: #1c1a18; color: #ece8e3 }
  a { color: #7cc4ee }
  .note { color: #b3ada5 }
}
`
