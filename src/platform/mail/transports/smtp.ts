import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer'
import type { MailMessage, MailTransport } from '#platform/mail/mail.ts'
import { MailFailure, type MailFailureReason } from '#platform/mail/mail.ts'
import type { Encryption, MailSettings } from '../settings.ts'

/** The time limits of a conversation with a mail server, in milliseconds. */
interface SmtpTimeouts {
  connectMs: number
  /** The longest silence within a conversation. RFC 5321 §4.5.3.2 suggests up to ten minutes. */
  silenceMs: number
}
const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, silenceMs: 60_000 }

/** Sends each mail to the configured server over a new connection. */
export function smtpTransport(settings: MailSettings, timeouts: SmtpTimeouts = TIMEOUTS): MailTransport {
  const { from } = settings
  const transporter = createTransport(optionsOf(settings, timeouts))
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
  throw mailFailureOf(error)
}

function optionsOf(
  { server, ca }: MailSettings,
  { connectMs, silenceMs }: SmtpTimeouts,
): SMTPTransportOptions {
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
    // Mail content must not be able to include files or URLs.
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

/** Converts an error of nodemailer. Its message quotes addresses, so it is only the cause. */
const mailFailureOf = (error: NodemailerError): MailFailure =>
  new MailFailure(reasonOf(error), { cause: error })

function reasonOf(error: NodemailerError): MailFailureReason {
  const { code = '', originalCode = '', responseCode } = error
  if (MISCONFIGURED.has(code) || CERTIFICATE.test(originalCode)) return 'misconfigured'
  return responseCode === undefined ? 'unreachable' : answerReason(error)
}

/** Errors that the operator can fix, so a retry may help. */
const MISCONFIGURED: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'ECONFIG'])

/** The codes of OpenSSL and Node for an untrusted certificate and for a server without TLS. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_(?:TLS|SSL)_/

function answerReason(error: NodemailerError): MailFailureReason {
  const { command = '', responseCode = 0, response = '', permanent } = error
  if (permanent !== true) return 'try_later'
  if (command === 'RCPT TO' && isNobody(responseCode, response)) return 'no_such_address'
  // A server that refuses the connection or our own address refuses every mail, which only the operator can fix.
  return command === 'RCPT TO' || command === 'DATA' ? 'refused' : 'misconfigured'
}

/**
 * True for the enhanced status codes about the address itself (RFC 3463 §3.2). A bare 550 is often a policy, such as a blocked sender,
 * so it does not prove that the mailbox does not exist.
 */
const isNobody = (code: number, response: string): boolean =>
  code >= 550 && /^5\d\d[ -]5\.1\.(?:1|2|3|6|10)\b/.test(response)
