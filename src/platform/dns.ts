import { Resolver } from 'node:dns/promises'
import { AppError } from './errors.ts'

const LIMITS = { timeout: 3_000, tries: 2 }
const NO_RECORD: readonly unknown[] = ['ENOTFOUND', 'ENODATA']

/** The values of the TXT records of a name; none where there is no such record. `unavailable` when no name server answers in a few seconds. */
export async function txtRecords(name: string): Promise<string[]> {
  try {
    // A record longer than 255 bytes comes in pieces.
    return (await new Resolver(LIMITS).resolveTxt(name)).map(pieces => pieces.join(''))
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_RECORD.includes(error.code)) return []
    const message = `The DNS records of ${name} cannot be read. Try again in a minute.`
    throw new AppError('unavailable', message, { cause: error })
  }
}
