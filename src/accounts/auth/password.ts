import { hashPassword as hash } from 'better-auth/crypto'
import { AppError } from '#platform/errors.ts'

/** In characters. */
export const LEAST_PASSWORD = 10
export const MOST_PASSWORD = 128

/** The slow hash that is stored; `invalid_parameter` for a password that is too short or too long. */
export async function hashPassword(password: string): Promise<string> {
  if (password.length >= LEAST_PASSWORD && password.length <= MOST_PASSWORD) return hash(password)
  throw new AppError('invalid_parameter', `A password has ${LEAST_PASSWORD} to ${MOST_PASSWORD} characters.`)
}
