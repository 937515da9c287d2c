import { isIP } from 'node:net'
import { AppError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { clip, safeLine } from '#platform/text.ts'

const CHECKS: Record<string, (text: string) => string | null> = {
  name: text => nameFrom(text),
  host: text => hostFrom(text),
  title: text => lineFrom('title', text, 80),
  intro: text => lineFrom('intro', text, 200),
  logo: text => text,
  accent: text => accentFrom(text),
  homeUrl: text => homeFrom(text),
}

/** Cleans the given settings; an empty text becomes null. Throws `invalid_parameter`, which names what is wrong and what is accepted. */
export function checkedSettings<T extends object>(input: T): T {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([key, value]) => {
      const check = CHECKS[key]
      if (!check || typeof value !== 'string') return [key, value]
      return [key, value.trim() === '' ? null : check(value.trim())]
    }),
  ) as T
}

/** The error for a setting with an invalid value. `accepts` completes "The name is …". */
export const refusedSetting = (name: string, got: string, accepts: string): AppError =>
  new AppError('invalid_parameter', `The ${name} is ${accepts}; got ${clip(safeLine(got), 100)}.`, {
    parameters: [{ name, got: clip(safeLine(got), 100), accepts }],
  })

/** Validates a public name. It becomes part of an address, and must not be a UUID, which stands for an `account_id` there. */
function nameFrom(text: string): string {
  const name = text.toLowerCase()
  if (/^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/.test(name) && !isUuid(name)) return name
  throw refusedSetting('name', text, '3 to 40 letters, digits and hyphens')
}

/**
 * Validates a host name (RFC 1123, section 2.1). It needs at least one dot, because a name without one is
 * local, and must not be an IP address.
 */
function hostFrom(text: string): string {
  const host = text.toLowerCase().replace(/\.$/, '')
  const labels = host.split('.')
  const isHost =
    labels.length > 1 && labels.every(label => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  if (isHost && host.length <= 253 && !isIP(URL.parse(`http://${host}`)?.hostname ?? '0.0.0.0')) return host
  throw refusedSetting('host', text, 'a host name such as changelog.example.com')
}

function lineFrom(name: string, text: string, most: number): string {
  const line = safeLine(text.slice(0, 10_000))
  if (line !== '' && line.length <= most) return line
  throw refusedSetting(name, text, `one line of 1 to ${most} characters`)
}

function accentFrom(text: string): string {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase()
  throw refusedSetting('accent', text, 'a colour such as #2f6fde')
}

function homeFrom(text: string): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol) && text.length <= 500 && url.username === '')
    return url.href
  throw refusedSetting('home', text, 'an address that starts with https://')
}
