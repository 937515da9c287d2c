import { KEY_BYTES, type Key } from '#platform/secrets.ts'
import { variable } from './environment.ts'

export type Keys = readonly [Key, ...Key[]]

export const SECRETS_VARIABLES = {
  TIDINGS_ENCRYPTION_KEY: variable<Keys | null>({
    about:
      'What seals the secrets of connections in the database and signs the cookies of sessions: 32 bytes in base64, after a name and a colon. Several, with commas, to change keys: the first seals, each opens. With the embedded database one is made at the first start.',
    example: '2026:3q2+7w…',
    fallback: null,
    read: keysFrom,
  }),
}

/** `name:base64` of 32 bytes, with commas. */
export function keysFrom(text: string): Keys {
  const keys = text.split(',').map(keyFrom)
  const [first, ...rest] = keys
  if (first && new Set(keys.map(key => key.id)).size === keys.length) return [first, ...rest]
  throw new Error('two keys have the same name')
}

function keyFrom(text: string): Key {
  const [, id, encoded] = /^\s*([\w-]{1,40}):([A-Za-z0-9+/_-]+=*)\s*$/.exec(text) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64')
  if (id !== undefined && bytes.length === KEY_BYTES) return { id, bytes }
  throw new Error('expected name:base64 of 32 bytes, as `openssl rand -base64 32` makes them')
}
