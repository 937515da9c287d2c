import { type Environment, optionalText, secretsFrom, variable } from '#platform/environment.ts'
import { type Mailbox, mailboxFrom } from '#platform/mail/address.ts'
import { type MailSettings, type SmtpServer, smtpServerFrom } from '#platform/mail/settings.ts'

export const MAIL_VARIABLES = {
  TIDINGS_SMTP_URL: variable<SmtpServer | null>({
    about:
      'The mail server. smtps:// uses TLS, smtp:// uses STARTTLS, which is required with a password. Default: none; sign-in links are printed on the terminal.',
    example: 'smtps://user:password@mail.example.com',
    fallback: null,
    read: smtpServerFrom,
  }),
  TIDINGS_SMTP_CA: optionalText({
    about:
      'A certificate (PEM) to trust in addition to those of the system, for a mail server with a private one.',
    example: '-----BEGIN CERTIFICATE-----…',
  }),
  TIDINGS_MAIL_FROM: variable<Mailbox | null>({
    about: 'The sender of mails.',
    example: 'Tidings <tidings@example.com>',
    fallback: null,
    read: mailboxFrom,
  }),
  TIDINGS_EMAIL_WEBHOOK_SECRET: variable<string[]>({
    about:
      'The secret that the mail provider signs its webhooks with (Standard Webhooks, Svix). Separate several with commas.',
    example: 'whsec_…',
    fallback: [],
    read: text => secretsFrom(text, isStandardSecret),
  }),
}

/** Whether this is a secret of Standard Webhooks: at least 24 random bytes in base64 after `whsec_`. */
const isStandardSecret = (secret: string): boolean =>
  /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2,3}={0,2})?$/.test(secret)

/** Reads the mail settings. Throws when only some of them are set. */
export function mailFrom({ get, faults }: Environment): MailSettings | null {
  const before = faults.length
  const server = get('TIDINGS_SMTP_URL', MAIL_VARIABLES.TIDINGS_SMTP_URL)
  const ca = get('TIDINGS_SMTP_CA', MAIL_VARIABLES.TIDINGS_SMTP_CA)
  const from = get('TIDINGS_MAIL_FROM', MAIL_VARIABLES.TIDINGS_MAIL_FROM)
  if (faults.length > before) return null
  if (server !== null && from !== null) return { server, ca, from }
  if (server !== null) faults.push('TIDINGS_MAIL_FROM: needed with TIDINGS_SMTP_URL')
  else if (ca !== null || from !== null) {
    faults.push('TIDINGS_SMTP_URL: not set, although TIDINGS_MAIL_FROM or TIDINGS_SMTP_CA is')
  }
  return null
}

/** The secrets of the mail provider's webhooks. If there are none, its webhooks are refused. */
export const mailWebhookSecretsFrom = ({ get }: Environment): string[] =>
  get('TIDINGS_EMAIL_WEBHOOK_SECRET', MAIL_VARIABLES.TIDINGS_EMAIL_WEBHOOK_SECRET)
