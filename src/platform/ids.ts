import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Generates ids: random UUIDs (RFC 9562 §5.4, version 4), which reveal nothing about the record. */
export interface Ids {
  next(): string
}

/** The time and the ids for new rows. */
export interface WriteContext {
  clock: Clock
  ids: Ids
}

export const randomIds: Ids = { next: () => randomUUID() }

/** The namespace of URLs in RFC 9562 §6.6. */
const URL_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** The version 5 UUID of a URL (RFC 9562 §5.5): the same each time, for items that are not stored. */
export function idOfAddress(address: string): string {
  const bytes = createHash('sha1').update(URL_NAMESPACE).update(address).digest().subarray(0, 16)
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x50, 6)
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** True for a UUID in canonical form, which is lower case (RFC 9562 §4). */
export const isUuid = (text: string): boolean => UUID.test(text)
