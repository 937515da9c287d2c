import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer'
import type { MailMessage } from '../message.ts'
import type { Encryption, MailSettings } from '../settings.ts'
import type { MailTransport } from '../transport.ts'
import { failureOf } from './smtp-failure.ts'

/** In milliseconds; for tests to be shorter. */
export interface Patience {
  connectMs: number
  /** Without hearing anything in the middle of a conversation. RFC 5321 §4.5.3.2 would wait for up to ten minutes. */
  silenceMs: number
}
const PATIENCE: Patience = { connectMs: 10_000, silenceMs: 60_000 }

/** Hands each mail to the configured server, over a connection of its own. */
export function smtpTransport(settings: MailSettings, patience: Patience = PATIENCE): MailTransport {
  const { from } = settings
  const transporter = createTransport(optionsOf(settings, patience))
  return {
    name: 'smtp',
    async send(message) {
      await transporter.sendMail({ from, ...mailOf(message, from.address) }).catch(fail)
    },
    async check() {
      await transporter.verify().catch(fail)
      return `${settings.server.host} takes mail from ${from.address}`
    },
  }
}

function fail(error: NodemailerError): never {
  throw failureOf(error)
}

function optionsOf({ server, ca }: MailSettings, { connectMs, silenceMs }: Patience): SMTPTransportOptions {
  return {
    host: server.host,
    port: server.port,
    ...ENCRYPTION[server.encryption],
    ...(server.login && { auth: { user: server.login.user, pass: server.login.password } }),
    ...(ca !== null && { tls: { ca: [ca] } }),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    // A mail is what we wrote: nothing in it may name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  }
}

const ENCRYPTION: Record<Encryption, Pick<SMTPTransportOptions, 'secure' | 'requireTLS' | 'ignoreTLS'>> = {
  implicit: { secure: true },
  required: { secure: false, requireTLS: true },
  offered: { secure: false },
  off: { secure: false, ignoreTLS: true },
}

function mailOf({ id, to, subject, text, html, unsubscribe }: MailMessage, from: string) {
  return {
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    // RFC 3834 §5: no holiday notes in answer.
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe !== null && ONE_CLICK) },
    ...(unsubscribe !== null && { list: { unsubscribe: { url: unsubscribe } } }),
  }
}

/** RFC 8058 §3.1; it goes with `List-Unsubscribe`. */
const ONE_CLICK = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
