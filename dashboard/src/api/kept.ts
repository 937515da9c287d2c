import { renewal } from './renewal.ts'

const keyOf = (what: string) => `tidings-typed-${renewal.person?.id}-${what}`

/**
 * What the signed-in person typed and did not save yet; null if there is nothing. It is kept in the browser, where it survives a reload,
 * an ended session and a crash, and is shown to nobody else who signs in there.
 */
export const kept = <T>(what: string): T | null => JSON.parse(localStorage.getItem(keyOf(what)) ?? 'null')

export function keep(what: string, typed: object | null): void {
  if (typed) localStorage.setItem(keyOf(what), JSON.stringify(typed))
  else localStorage.removeItem(keyOf(what))
}
