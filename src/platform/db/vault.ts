import { AppError } from '#platform/errors.ts'
import { type EncryptionKey, openSecrets, type Secrets } from '#platform/secrets.ts'
import type { Database } from './database.ts'
import type { Reader } from './schema.ts'
import { sealedColumn } from './sealed-columns.ts'

const CONTEXT = 'key check'
const PLAIN = 'tidings'

/** The text that the first key sealed. */
export const sealedCheckColumn = sealedColumn('server_value', 'value', [], () => CONTEXT)

/** The message for clients if the key is missing or wrong. */
export const NO_SECRETS = 'The service is not set up completely. Ask its operator.'

/**
 * Opens the secrets of a database. A text that its first key sealed shows whether these are its keys. Throws
 * `unavailable` if they are not, before anything is sealed with the wrong key.
 */
export async function openVault(
  db: Database,
  keys: readonly [EncryptionKey, ...EncryptionKey[]],
): Promise<Secrets> {
  const secrets = openSecrets(keys)
  requireOurs(secrets, (await sealedCheck(db)) ?? (await sealCheck(db, secrets)))
  return secrets
}

/** Checks the keys without writing. Throws `unavailable` if they are not those of the database; false if the database has no key yet. */
export async function checkVault(
  db: Database,
  keys: readonly [EncryptionKey, ...EncryptionKey[]],
): Promise<boolean> {
  const sealed = await sealedCheck(db)
  if (sealed === undefined) return false
  requireOurs(openSecrets(keys), sealed)
  return true
}

/** Whether the database contains secrets that only its key opens. */
export const hasVault = async (db: Database): Promise<boolean> => (await sealedCheck(db)) !== undefined

const readCheck = (db: Reader) =>
  db.selectFrom('server_value').select('value').where('name', '=', 'key-check')

const sealedCheck = async (db: Database): Promise<string | undefined> =>
  (await readCheck(db.read).executeTakeFirst())?.value

function sealCheck(db: Database, secrets: Secrets): Promise<string> {
  return db.write(async tx => {
    await tx
      .insertInto('server_value')
      .values({ name: 'key-check', value: secrets.seal(PLAIN, CONTEXT) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return (await readCheck(tx).executeTakeFirstOrThrow()).value
  })
}

function requireOurs(secrets: Secrets, sealed: string): void {
  if (isOurs(secrets, sealed)) return
  throw new AppError(
    'unavailable',
    `The encryption key is not the one that this database was sealed with, whose name is "${sealed.split('.')[1]}". Give it that key, or both with the new one first.`,
    { publicMessage: NO_SECRETS },
  )
}

function isOurs(secrets: Secrets, sealed: string): boolean {
  try {
    return secrets.open(sealed, CONTEXT) === PLAIN
  } catch {
    return false
  }
}
