import { AppError } from '#platform/errors.ts'
import type { Mailbox } from './address.ts'

/**
 * `implicit`: TLS from the first byte. `required`: STARTTLS is mandatory. `offered`: STARTTLS if the server supports it. `off`: no
 * TLS, for a server on the same machine.
 */
export type Encryption = 'implicit' | 'required' | 'offered' | 'off'

/** The mail server. */
export interface SmtpServer {
  host: string
  port: number
  encryption: Encryption
  login: { user: string; password: string } | null
}

/** The mail settings of the operator. */
export interface MailSettings {
  server: SmtpServer
  /** Additional trusted certificates (PEM), or null. */
  ca: string | null
  from: Mailbox
}

const EXPECTED = 'expected an address like smtps://user:password@mail.example.com or smtp://mail.lan:587'

/**
 * Parses `smtps://` (implicit TLS, port 465) and `smtp://` (port 587). With a password `smtp://` requires STARTTLS; `?tls=required`
 * requires it without one, and `?tls=off` disables it. The error never repeats the text, which may contain a password.
 */
export function smtpServerFrom(text: string): SmtpServer {
  const url = URL.parse(text)
  const isKnown = url?.protocol === 'smtp:' || url?.protocol === 'smtps:'
  if (!url || !isKnown || url.hostname === '' || !/^\/?$/.test(url.pathname)) throw fault(EXPECTED)
  const login = url.username === '' ? null : { user: decoded(url.username), password: decoded(url.password) }
  const isImplicit = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isImplicit ? 465 : 587)),
    encryption: isImplicit ? 'implicit' : encryptionOf(url.searchParams.get('tls'), login !== null),
    login,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw fault('a % in the user or the password is written %25')
  }
}

function encryptionOf(asked: string | null, hasPassword: boolean): Encryption {
  if (asked === null) return hasPassword ? 'required' : 'offered'
  if (asked === 'required' || asked === 'off') return asked
  throw fault('tls is required or off')
}

const fault = (sentence: string) => new AppError('invalid_parameter', sentence)
