import { escapeMarkup } from '#platform/markup/markup.ts'
import { colour } from '#platform/palette.ts'
import { clip, safeLine } from '#platform/text.ts'
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

/**
 * The mail as an HTML page. It loads nothing: no image, font or script. Colours and sizes are inline, because some mail programs drop
 * style sheets; the style sheet only adds the dark colours. Tables place what Outlook would not place otherwise.
 */
const htmlOf = (mail: MailTemplate): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(mail.subject)}</title>
<style>${DARK}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${colour('raised').light}">
<main>
${previewOf(mail)}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${colour('raised').light}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;font:16px/24px ${FONT}">
<tr><td style="padding:0 4px 16px">${MARK}</td></tr>
<tr><td class="card ink" style="padding:32px 28px;border-radius:8px;background:${colour('floating').light};color:${colour('ink').light}">
${contentOf(mail)}
</td></tr>
<tr><td class="quiet" style="padding:20px 4px 0;font-size:13px;line-height:20px;color:${colour('quiet').light}">
${footerOf(mail)}
</td></tr>
</table>
</td></tr></table>
</main>
</body>
</html>
`

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The product's mark, drawn without an image. */
const MARK = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="28" height="28" style="width:28px;height:28px;border-radius:6px;background:${colour('accent').light}">${[
  14, 14, 8,
]
  .map(
    width =>
      `<div style="width:${width}px;height:2px;margin:3px 7px;background:${colour('on-accent').light};font-size:0;line-height:0"></div>`,
  )
  .join('')}</td>
<td class="ink" style="padding-left:10px;font:600 17px/28px ${FONT};color:${colour('ink').light}">Tidings</td>
</tr></table>`

/** Lists of mail show this text after the subject. */
const previewOf = ({ body, remark = '' }: MailTemplate): string => {
  const [first = remark] = body.filter(part => typeof part === 'string')
  return `<div style="display:none;max-height:0;overflow:hidden">${escapeMarkup(first)}</div>`
}

const contentOf = ({ heading, body, button, remark }: MailTemplate): string =>
  [
    `<h1 dir="auto" style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600">${escapeMarkup(heading)}</h1>`,
    ...body.map(part => (typeof part === 'string' ? paragraph(part) : listOf(part))),
    buttonOf(button),
    ...(remark === undefined ? [] : [`<p style="margin:0 0 12px">${escapeMarkup(remark)}</p>`]),
    `<p class="quiet" style="margin:0;font-size:13px;line-height:20px;color:${colour('quiet').light}">If the button does not work, open this address:<br><a class="link" href="${escapeMarkup(button.url)}" style="color:${colour('accent').light};word-break:break-all">${escapeMarkup(button.url)}</a></p>`,
  ].join('\n')

const paragraph = (text: string): string => `<p dir="auto" style="margin:0 0 16px">${escapeMarkup(text)}</p>`

const listOf = (items: readonly string[]): string =>
  `<ul style="margin:0 0 16px;padding:0 0 0 20px">${items
    .map(item => `<li style="margin:0 0 6px"><bdi>${escapeMarkup(item)}</bdi></li>`)
    .join('')}</ul>`

const buttonOf = ({ label, url }: MailTemplate['button']): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="button" style="border-radius:6px;background:${colour('accent').light}"><a class="on-button" href="${escapeMarkup(url)}" style="display:inline-block;padding:12px 22px;font-weight:600;color:${colour('on-accent').light};text-decoration:none">${escapeMarkup(label)}</a></td></tr></table>`

const footerOf = ({ reason, unsubscribe, button }: MailTemplate): string => {
  const end =
    unsubscribe === undefined
      ? ''
      : ` <a class="quiet" href="${escapeMarkup(unsubscribe)}" style="color:${colour('quiet').light}">Unsubscribe</a>`
  return `<p dir="auto" style="margin:0 0 4px">${escapeMarkup(reason)}${end}</p>
<p style="margin:0">Tidings at ${escapeMarkup(new URL(button.url).host)}</p>`
}

const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .ground { background: ${colour('ground').dark} !important }
  .card { background: ${colour('floating').dark} !important }
  .ink { color: ${colour('ink').dark} !important }
  .quiet { color: ${colour('quiet').dark} !important }
  .link { color: ${colour('accent').dark} !important }
  .button { background: ${colour('accent').dark} !important }
  .on-button { color: ${colour('on-accent').dark} !important }
}
`
