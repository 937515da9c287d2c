import { hashPassword as hash } from 'better-auth/crypto'
import { AppError } from '#platform/errors.ts'

/** In characters. */
export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 128

/** The slow hash that is stored; `invalid_parameter` for a password that is too short or too long. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length >= MIN_PASSWORD_LENGTH && password.length <= MAX_PASSWORD_LENGTH) return hash(password)
  throw new AppError(
    'invalid_parameter',
    `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
  )
}
