import type { RouteRule } from './rule.ts'

/** A passkey that no device holds. The server of these requests has no host name that passkeys could be for. */
const PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: {
    clientDataJSON: 'AAAA',
    authenticatorData: 'AAAA',
    attestationObject: 'AAAA',
    signature: 'AAAA',
  },
}

const CODE = { code: '000000' }

/** Passkeys, second factors, the sessions on other devices, which way to sign in an account requires, and the domains that join it. */
export const PASSKEY_ROUTES: Record<string, RouteRule> = {
  'DELETE /app/api/me/sessions/:session': { access: 'person', answer: 404 },
  'POST /app/api/me/sign-out-others': { access: 'person', body: {} },
  'POST /app/api/me/passkeys/ask': { access: 'person', body: {}, answer: 409 },
  'POST /app/api/me/passkeys': { access: 'person', body: PASSKEY, answer: 409 },
  'DELETE /app/api/me/passkeys/:passkey': { access: 'person', answer: 404 },
  'POST /app/api/me/second-factor/offer': { access: 'person', body: {} },
  'POST /app/api/me/second-factor': { access: 'person', body: CODE, answer: 403 },
  'POST /app/api/me/second-factor/off': { access: 'person', body: CODE, answer: 403 },
  'POST /app/api/me/second-factor/recovery-codes': { access: 'person', body: CODE, answer: 403 },
  'GET /app/api/accounts/:account/sign-on': { access: 'owner' },
  'GET /app/api/accounts/:account/domains': { access: 'owner' },
  'POST /app/api/sign-in/passkey/ask': { access: 'holder', body: {}, answer: 409 },
  'POST /app/api/sign-in/code': { access: 'holder', body: CODE, answer: 409 },
  'POST /app/api/sign-in/passkey': { access: 'holder', body: PASSKEY, answer: 409 },
}
