import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto
type Done = (error: Error | null, key: Buffer) => void

/**
 * Lowers the cost of scrypt in this process, because the sign-in library has no setting for it: tests hash hundreds of passwords, at
 * 50 ms of processor time each. A hash from another process does not verify here.
 */
export function makePasswordsCheap(): void {
  const cheap = (password: string, salt: string, length: number, options: ScryptOptions, done: Done) =>
    scrypt(password, salt, length, { ...options, N: 2 }, done)
  Object.assign(crypto, { scrypt: cheap })
  syncBuiltinESMExports()
}
