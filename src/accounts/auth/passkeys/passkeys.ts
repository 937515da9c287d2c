import { z } from 'zod'
import { type SealedCookie, type SealedCookieContext, sealedCookie } from '#accounts/auth/sealed-cookie.ts'
import { deviceName } from '#accounts/device-name.ts'
import type { Person } from '#accounts/people.ts'
import { requireRecentSession } from '#accounts/sessions.ts'
import type { Database } from '#platform/db/database.ts'
import { AppError } from '#platform/errors.ts'
import { newSecretText } from '#platform/secrets.ts'
import { addPasskey, listPasskeys, MOST_PASSKEYS, passkeyById, recordPasskeyUse } from './store.ts'
import {
  ALGORITHM_IDS,
  type ASSERTION,
  type REGISTRATION,
  type RelyingParty,
  verifyAssertion,
  verifyRegistration,
} from './web-authn.ts'

/** What a browser is to sign, and for whom; `person` is null for a sign-in. */
const ASKED = z.object({ challenge: z.string(), person: z.string().nullable() })
const MINUTES = 5

/** Passkeys of people: adding one, and signing in with it. Whatever a browser signs has to answer what it was asked, once. */
export class Passkeys {
  readonly #db: Database
  readonly #context: SealedCookieContext
  readonly #party: RelyingParty
  readonly #asked: SealedCookie<z.infer<typeof ASKED>>

  constructor(db: Database, context: SealedCookieContext) {
    const { hostname, origin } = new URL(context.baseUrl)
    this.#db = db
    this.#context = context
    this.#party = { id: hostname, origin }
    this.#asked = sealedCookie(context, {
      name: 'tidings.passkey',
      path: '/app/api',
      minutes: MINUTES,
      holds: ASKED,
    })
  }

  /** A `Set-Cookie` value that ends what was asked. */
  get forget(): string {
    return this.#asked.forget
  }

  /** What a browser needs to make a passkey, and the cookie that goes with it. Throws `conflict` for an old session or too many passkeys. */
  async askToAdd(person: Person, sessionId: string) {
    await requireRecentSession(this.#db.read, this.#context.clock, sessionId)
    const known = await listPasskeys(this.#db.read, person.id)
    if (known.length >= MOST_PASSKEYS)
      throw new AppError('conflict', `You have ${MOST_PASSKEYS} passkeys. Remove one first.`)
    const challenge = newSecretText()
    const options = {
      challenge,
      rp: { id: this.#party.id, name: 'Tidings' },
      user: {
        id: Buffer.from(person.id).toString('base64url'),
        name: person.email,
        displayName: person.name,
      },
      pubKeyCredParams: ALGORITHM_IDS.map(alg => ({ type: 'public-key' as const, alg })),
      excludeCredentials: known.map(({ id, transports }) => ({
        type: 'public-key' as const,
        id,
        transports,
      })),
      authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
      attestation: 'none' as const,
      timeout: MINUTES * 60_000,
    }
    return { options, cookie: this.#asked.keep({ challenge, person: person.id }) }
  }

  /** Stores a passkey that the browser of these headers was asked to make. Throws `invalid_parameter` or `conflict`. */
  async add(person: Person, headers: Headers, answer: z.infer<typeof REGISTRATION>): Promise<void> {
    const challenge = this.#challengeFor(person.id, headers)
    const passkey = verifyRegistration(this.#party, challenge, answer)
    const { transports } = answer.response
    const made = { ...passkey, transports, device: deviceName(headers.get('User-Agent')) }
    await this.#db.write(tx => addPasskey(tx, this.#context.clock, person.id, made))
  }

  /** What a browser needs to sign with any passkey that it has for this site, and the cookie that goes with it. */
  askToSignIn() {
    const challenge = newSecretText()
    const options = {
      challenge,
      rpId: this.#party.id,
      userVerification: 'required' as const,
      timeout: MINUTES * 60_000,
    }
    return { options, cookie: this.#asked.keep({ challenge, person: null }) }
  }

  /** The person whose passkey signed. Throws `invalid_parameter`, or `not_found` when it was removed. */
  async owner(headers: Headers, answer: z.infer<typeof ASSERTION>): Promise<Pick<Person, 'id'>> {
    const challenge = this.#challengeFor(null, headers)
    const { personId, ...passkey } = await passkeyById(this.#db.read, answer.id)
    const counter = verifyAssertion(this.#party, challenge, passkey, answer)
    await this.#db.write(tx => recordPasskeyUse(tx, this.#context.clock, passkey, counter))
    return { id: personId }
  }

  #challengeFor(person: string | null, headers: Headers): string {
    const asked = this.#asked.find(headers)
    if (asked && asked.person === person) return asked.challenge
    throw new AppError('invalid_parameter', 'That took too long. Try again.')
  }
}
