const YEAR_S = 365 * 86_400

/** The value of `Strict-Transport-Security` (RFC 6797), without subdomains; null when the public address is not https. */
export const transportSecurity = (baseUrl: string): string | null =>
  baseUrl.startsWith('https:') ? `max-age=${YEAR_S}` : null
