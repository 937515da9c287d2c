import { readFileSync } from 'node:fs'

/** The running version of Tidings. */
export const productVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
