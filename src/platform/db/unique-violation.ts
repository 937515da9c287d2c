/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE. */
const SQLITE = [1555, 2067]
const POSTGRES = '23505'

/** True when an insert or update failed because such a row is already there, on whichever engine. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return SQLITE.includes(Number(error.errcode))
  return 'code' in error && error.code === POSTGRES
}
