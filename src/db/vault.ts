import { AppError } from '#kit/app-error.ts'
import { type Key, openSecrets, type Secrets } from '#kit/secrets.ts'
import type { Database } from './database.ts'

const CONTEXT = 'key check'
const PLAIN = 'tidings'

/**
 * The secrets of a database: what its first key sealed tells whether these are its keys. `unavailable` when they are not, before
 * anything is sealed that could never be opened beside the rest.
 */
export async function openVault(db: Database, keys: readonly [Key, ...Key[]]): Promise<Secrets> {
  const secrets = openSecrets(keys)
  const sealed = (await sealedCheck(db)) ?? (await sealCheck(db, secrets))
  if (isOurs(secrets, sealed)) return secrets
  throw new AppError(
    'unavailable',
    'TIDINGS_ENCRYPTION_KEY is not the key that this database was sealed with. Give that key, or both with the new one first.',
  )
}

const sealedCheck = async (db: Database): Promise<string | undefined> =>
  (await db.read.selectFrom('key_check').select('sealed').executeTakeFirst())?.sealed

function sealCheck(db: Database, secrets: Secrets): Promise<string> {
  return db.write(async tx => {
    await tx
      .insertInto('key_check')
      .values({ id: 1, sealed: secrets.seal(PLAIN, CONTEXT) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return (await tx.selectFrom('key_check').select('sealed').executeTakeFirstOrThrow()).sealed
  })
}

function isOurs(secrets: Secrets, sealed: string): boolean {
  try {
    return secrets.open(sealed, CONTEXT) === PLAIN
  } catch {
    return false
  }
}
