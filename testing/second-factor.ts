import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { aDashboardClient, type DashboardClient, type DashboardResponse } from './dashboard-client.ts'
import { PASSWORD } from './owners.ts'
import type { TestService } from './service.ts'

const STEP_MS = 30_000

/** The bytes of a text in Base32 (RFC 4648 §6). */
function bytesOf(base32: string): Buffer {
  const bits = [...base32]
    .map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app shows at this time (RFC 6238). */
export function codeAt(secret: string, now: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / STEP_MS)))
  const hmac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = hmac.readUInt8(hmac.length - 1) & 0xf
  return String((hmac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** An authenticator app that was set up, and the recovery codes that came with it. */
interface AuthenticatorApp {
  secret: string
  recoveryCodes: string[]
  /** Lets half a minute pass. Returns the next code. */
  next(): string
}

/** Turns two-factor authentication on for the person of this browser. */
export async function withSecondFactor(it: TestService, visitor: DashboardClient): Promise<AuthenticatorApp> {
  const { status, json } = await visitor.post('/app/api/me/second-factor/offer')
  assert.equal(status, 200)
  const { secret } = json
  const code = codeAt(secret, it.clock.now())
  const done = await visitor.post('/app/api/me/second-factor', { code })
  assert.equal(done.status, 200)
  return {
    secret,
    recoveryCodes: done.json.recoveryCodes,
    next() {
      it.clock.advance(STEP_MS)
      return codeAt(secret, it.clock.now())
    },
  }
}

export const signInByPassword = (visitor: DashboardClient, email = 'ada@example.com') =>
  visitor.post('/app/auth/sign-in/email', { email, password: PASSWORD })

/** A visitor who gave their password and was asked for a code. */
export async function halfSignedIn(it: TestService, email?: string): Promise<DashboardClient> {
  const visitor = aDashboardClient(it)
  const { status, json } = await signInByPassword(visitor, email)
  assert.deepEqual([status, json], [200, { needsSecondFactor: true }])
  return visitor
}

export const giveCode = (visitor: DashboardClient, code: string): Promise<DashboardResponse> =>
  visitor.post('/app/api/sign-in/code', { code })

export const isSignedIn = async (visitor: DashboardClient): Promise<boolean> =>
  (await visitor.get('/app/api/me')).status === 200
