import { readFileSync } from 'node:fs'

/** The version of Tidings that runs. */
export const productVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
