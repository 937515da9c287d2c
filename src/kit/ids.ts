import { randomUUID } from 'node:crypto'

/** Where new ids come from: random UUIDs (RFC 9562 §5.4, version 4), so that an id tells nothing about what it names. */
export interface Ids {
  next(): string
}

export const randomIds: Ids = { next: () => randomUUID() }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** True for a UUID in its one canonical spelling (RFC 9562 §4: lower-case on output); other spellings name nothing here. */
export const isUuid = (text: string): boolean => UUID.test(text)
