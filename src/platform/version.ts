import { readFileSync } from 'node:fs'

const manifest = (): { version: string; repository?: string } =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** The running version of Tidings. */
export const productVersion = (): string => manifest().version

/** Where an operator can ask a question, as a sentence. The address is that of the repository in `package.json`. */
export function whereToAsk(): string {
  const { repository } = manifest()
  return repository
    ? `Open an issue at ${repository}/issues, which everybody can read.`
    : 'Tidings has no public address yet: send it to whoever gave you this copy.'
}
