import { AppError } from '#platform/errors.ts'

/** Whether the operator named this host and port. */
export type Allowance = (hostname: string, port: number) => boolean

/** The ports of the schemes themselves: all that a host gets that nobody configured. */
export const WEB_PORTS: readonly number[] = [80, 443]

/** Reads `host`, which stands for the ports 80 and 443, and `host:port`; `wrong_usage` for anything else. */
export function allowanceOf(entries: readonly string[]): Allowance {
  const allowed = new Set(entries.flatMap(keysOf))
  return (hostname, port) => allowed.has(keyOf(hostname, port))
}

function keysOf(entry: string): string[] {
  const [plain, secure] = ['http', 'https'].map(scheme => parse(`${scheme}://${entry}`))
  if (!plain || !secure || plain.host === '' || /[/?#@\\\s]/.test(entry)) {
    throw new AppError('wrong_usage', 'An allowed outbound address is written as host or host:port.')
  }
  // The parser leaves out the port that is its scheme's own, so it takes both schemes to see which one was written.
  const written = plain.port || secure.port
  return (written ? [Number(written)] : WEB_PORTS).map(port => keyOf(plain.hostname, port))
}

const parse = (text: string): URL | null => URL.parse(text)

/** `git.lan.` and `git.lan` are one name; an IPv6 address comes with brackets from a URL and without from a socket. */
const keyOf = (hostname: string, port: number): string => `${bareName(hostname)} ${port}`

export const bareName = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
