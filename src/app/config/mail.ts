import { type Environment, optionalText, secretsFrom, variable } from '#platform/environment.ts'
import { type Mailbox, mailboxFrom } from '#platform/mail/address.ts'
import { type MailSettings, type SmtpServer, smtpServerFrom } from '#platform/mail/settings.ts'

const SERVER_VARIABLES = {
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
}

export const MAIL_VARIABLES = {
  ...SERVER_VARIABLES,
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

/** Reads the mail settings. Reports a fault when only some of them are set. */
export function mailFrom({ all, faults }: Environment): MailSettings | null {
  const values = all(SERVER_VARIABLES)
  if (values === null) return null
  const { TIDINGS_SMTP_URL: server, TIDINGS_SMTP_CA: ca, TIDINGS_MAIL_FROM: from } = values
  if (server !== null && from !== null) return { server, ca, from }
  if (server !== null) faults.push('TIDINGS_MAIL_FROM: needed with TIDINGS_SMTP_URL')
  else if (ca !== null || from !== null) {
    faults.push('TIDINGS_SMTP_URL: not set, although TIDINGS_MAIL_FROM or TIDINGS_SMTP_CA is')
  }
  return null
}
