import { z } from 'zod'
import type { Person } from '#accounts/people.ts'
import { deviceName, requireRecentSession } from '#accounts/sessions.ts'
import { type SealedCookie, sealedCookie } from '#auth/cookies.ts'
import type { SignInContext } from '#auth/sign-in-context.ts'
import { type Clock, MINUTE_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { Tickets } from '#platform/tickets.ts'
import type { ASSERTION, REGISTRATION } from './answers.ts'
import { addPasskey, listPasskeys, passkeyById, recordPasskeyUse } from './store.ts'
import {
  assertionOptions,
  type RelyingParty,
  registrationOptions,
  verifyAssertion,
  verifyRegistration,
} from './web-authn.ts'

/** The challenge that a browser must sign, and for whom; `person` is null for a sign-in. */
const ASKED = z.object({ challenge: z.string(), person: z.string().nullable() })
const MINUTES = 5
const TIMEOUT_MS = MINUTES * MINUTE_MS
/** Answered challenges, kept until they would have expired, so that each is answered only once. */
const ANSWERED = new Tickets('passkey challenge')

const MOST_PASSKEYS = 20

/** Passkeys of people: adding them, and signing in with them. Every signature has to answer a challenge of this server, once. */
export class Passkeys {
  readonly #db: Database
  readonly #clock: Clock
  readonly #party: RelyingParty
  readonly #asked: SealedCookie<z.infer<typeof ASKED>>

  constructor(db: Database, context: Pick<SignInContext, 'secrets' | 'clock' | 'baseUrl'>) {
    const { hostname, origin } = new URL(context.baseUrl)
    this.#db = db
    this.#clock = context.clock
    this.#party = { id: hostname, origin }
    this.#asked = sealedCookie(context, {
      name: 'tidings.passkey',
      path: '/app/api',
      minutes: MINUTES,
      holds: ASKED,
    })
  }

  /** A `Set-Cookie` value that ends the challenge. */
  get forget(): string {
    return this.#asked.forget
  }

  /** What a browser needs to make a passkey, and the cookie that goes with it. Throws `conflict` for an old session or too many passkeys. */
  async askToAdd(person: Person, sessionId: string) {
    await requireRecentSession(this.#db.read, this.#clock, sessionId)
    const known = await listPasskeys(this.#db.read, person.id)
    if (known.length >= MOST_PASSKEYS)
      throw new AppError('conflict', `You have ${MOST_PASSKEYS} passkeys. Remove one first.`)
    const options = await registrationOptions(this.#party, person, known, TIMEOUT_MS)
    return { options, cookie: this.#asked.keep({ challenge: options.challenge, person: person.id }) }
  }

  /** Stores a passkey that the browser of these headers was asked to make. Throws `invalid_parameter` or `conflict`. */
  async add(person: Person, headers: Headers, answer: z.infer<typeof REGISTRATION>): Promise<void> {
    const challenge = this.#challengeFor(person.id, headers)
    const passkey = await verifyRegistration(this.#party, challenge, answer)
    const { transports } = answer.response
    const made = { ...passkey, transports, device: deviceName(headers.get('User-Agent')) }
    await this.#db.write(async tx => {
      await this.#useUp(tx, challenge)
      await addPasskey(tx, this.#clock, person.id, made)
    })
  }

  /** What a browser needs to sign with any passkey that it has for this site, and the cookie that goes with it. */
  async askToSignIn() {
    const options = await assertionOptions(this.#party, TIMEOUT_MS)
    return { options, cookie: this.#asked.keep({ challenge: options.challenge, person: null }) }
  }

  /** The person whose passkey signed. Throws `invalid_parameter`, or `not_found` when it was removed. */
  async owner(headers: Headers, answer: z.infer<typeof ASSERTION>): Promise<Pick<Person, 'id'>> {
    const challenge = this.#challengeFor(null, headers)
    const { personId, ...passkey } = await passkeyById(this.#db.read, answer.id)
    const counter = await verifyAssertion(this.#party, challenge, passkey, answer)
    await this.#db.write(async tx => {
      await this.#useUp(tx, challenge)
      await recordPasskeyUse(tx, this.#clock, passkey, counter)
    })
    return { id: personId }
  }

  /** Marks a challenge as used. Throws `conflict` if it was answered before; this is needed because a passkey need not count its uses. */
  async #useUp(tx: Tx, challenge: string): Promise<void> {
    if (!(await ANSWERED.spend(tx, this.#clock, challenge, TIMEOUT_MS)))
      throw new AppError('conflict', 'This was answered already. Try again.')
  }

  #challengeFor(person: string | null, headers: Headers): string {
    const asked = this.#asked.find(headers)
    if (asked && asked.person === person) return asked.challenge
    throw new AppError('invalid_parameter', 'That took too long. Try again.')
  }
}
