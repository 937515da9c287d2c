import { Resolver } from 'node:dns/promises'
import { AppError, codeOf } from '../errors.ts'
import { clip, safeLine } from '../text.ts'
import { waitOn } from '../waiting.ts'

const LIMITS = { timeout: 3_000, tries: 2 }
const NO_RECORD = ['ENOTFOUND', 'ENODATA']

/** Gives the values of the TXT records of a name. `unavailable` when they cannot be read. */
export type TxtLookup = (name: string) => Promise<string[]>

/** A TXT record that only the owner of the name's domain can make. */
export interface TxtRecord {
  name: string
  value: string
}

/**
 * The values of the TXT records of a name; none if there is no such record. Throws `unavailable` if no name
 * server answers within a few seconds.
 */
export async function txtRecords(name: string): Promise<string[]> {
  try {
    // A record longer than 255 bytes comes in pieces.
    const records = await waitOn(() => new Resolver(LIMITS).resolveTxt(name))
    return records.map(pieces => pieces.join(''))
  } catch (error) {
    if (NO_RECORD.includes(codeOf(error))) return []
    const message = `The DNS records of ${name} cannot be read. Try again in a minute.`
    throw new AppError('unavailable', message, { cause: error })
  }
}

/** The name of the record that proves a host name or a domain. */
export const proofName = (domain: string): string => `_tidings.${domain}`

/** Looks the record up. Throws `conflict`, with what was found, when there is no such record. */
export async function requireTxtRecord(lookUp: TxtLookup, { name, value }: TxtRecord): Promise<void> {
  const found = await lookUp(name)
  if (!found.includes(value)) throw new AppError('conflict', missing({ name, value }, found))
}

const MOST_SHOWN = 3

function missing({ name, value }: TxtRecord, found: readonly string[]): string {
  const shown = found.slice(0, MOST_SHOWN).map(text => `“${clip(safeLine(text), 80)}”`)
  return `${name} has no TXT record with the value ${value}; found ${shown.join(', ') || 'none'}. DNS changes can take an hour to arrive.`
}
