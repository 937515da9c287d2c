import { clip, safeLine } from '#platform/text.ts'
import { htmlOf } from './html.ts'
import type { MailContent, MailTemplate } from './mail.ts'

const SUBJECT_LIMIT = 120
const TEXT_LIMIT = 500

/** Renders the mail as plain text and as HTML. Long texts are cut, line breaks in subjects are removed, and tags in texts are escaped. */
export function renderMail(template: MailTemplate): MailContent {
  const mail = cleaned(template)
  const { purpose, subject, unsubscribe = null } = mail
  return { purpose, subject, text: textOf(mail), html: htmlOf(mail), unsubscribe }
}

const clean = (text: string): string => clip(safeLine(text), TEXT_LIMIT)

const cleaned = (mail: MailTemplate): MailTemplate => ({
  ...mail,
  subject: clip(safeLine(mail.subject), SUBJECT_LIMIT),
  heading: clean(mail.heading),
  body: mail.body.map(part => (typeof part === 'string' ? clean(part) : part.map(clean))),
  button: { label: clean(mail.button.label), url: addressFrom(mail.button.url) },
  ...(mail.remark !== undefined && { remark: clean(mail.remark) }),
  reason: clean(mail.reason),
  ...(mail.unsubscribe !== undefined && { unsubscribe: addressFrom(mail.unsubscribe) }),
})

/** Normalised by the URL parser, so that it contains no white space and no quotation marks. */
function addressFrom(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw new Error('A mail links to http(s) addresses alone.')
}

/** The plain text twin. `-- ` begins a signature (RFC 3676 §4.3). */
function textOf({ heading, body, button, remark, reason, unsubscribe }: MailTemplate): string {
  const parts = [
    heading,
    ...body.map(part => (typeof part === 'string' ? part : part.map(item => `- ${item}`).join('\n'))),
    `${button.label}:\n${button.url}`,
    ...(remark === undefined ? [] : [remark]),
    `-- \n${reason}${unsubscribe === undefined ? '' : `\nUnsubscribe: ${unsubscribe}`}`,
  ]
  return `${parts.join('\n\n')}\n`
}
