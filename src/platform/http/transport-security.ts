const YEAR_S = 365 * 86_400

/** RFC 6797, for the host of the public address alone: what else runs below its name is not ours to decide. Null without https. */
export const transportSecurity = (baseUrl: string): string | null =>
  baseUrl.startsWith('https:') ? `max-age=${YEAR_S}` : null
