import { type EncryptionKeys, keyFileIn, keysIn } from '#app/config/encryption-keys.ts'
import type { Database } from '#platform/db/database.ts'
import { checkVault, hasVault, NO_SECRETS, openVault } from '#platform/db/vault.ts'
import { AppError } from '#platform/errors.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Config } from './config/config.ts'

type KeyConfig = Pick<Config, 'encryptionKeys' | 'database' | 'dataDirectory'>

/**
 * Opens the encryption of secrets. With the embedded database a key is created at the first start. Throws `unavailable` when the key is
 * missing or is not the one that this database was encrypted with.
 */
export async function openEncryption(config: KeyConfig, db: Database): Promise<Secrets> {
  const keys = givenKeys(config)
  if (keys) return openVault(db, keys)
  if (await hasVault(db)) throw lostKey(config)
  return openVault(db, keysIn(config.dataDirectory, { make: true }))
}

/** Describes the origin of the key. Throws like `openEncryption`. Writes nothing. */
export async function checkEncryption(config: KeyConfig, db: Database | null): Promise<string> {
  const keys = givenKeys(config)
  const from = config.encryptionKeys ? 'TIDINGS_ENCRYPTION_KEY' : keyFileIn(config.dataDirectory)
  if (keys) return db && (await checkVault(db, keys)) ? `from ${from}` : `from ${from}, not used yet`
  if (db && (await hasVault(db))) throw lostKey(config)
  return `${from} is made at the first start`
}

/** The configured key, or that of the embedded database; null if the embedded database has no key yet. Throws if PostgreSQL has none. */
export function givenKeys({ encryptionKeys, database, dataDirectory }: KeyConfig): EncryptionKeys | null {
  if (encryptionKeys) return encryptionKeys
  if (database.engine === 'sqlite') return keysIn(dataDirectory, { make: false })
  throw new AppError(
    'unavailable',
    'PostgreSQL requires an encryption key. Set TIDINGS_ENCRYPTION_KEY to a name, a colon and the output of `openssl rand -base64 32`.',
    { publicMessage: NO_SECRETS },
  )
}

const lostKey = ({ dataDirectory }: KeyConfig) =>
  new AppError(
    'unavailable',
    `The encryption key of this database is missing: put ${keyFileIn(dataDirectory)} back, or set TIDINGS_ENCRYPTION_KEY to it.`,
    { publicMessage: NO_SECRETS },
  )
