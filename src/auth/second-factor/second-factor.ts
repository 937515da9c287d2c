import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { secondFactorMail } from '#accounts/mail/templates.ts'
import type { Person } from '#accounts/people.ts'
import { endSessions, requireRecentSession } from '#accounts/sessions.ts'
import { type AttemptLimit, refundAttempt, takeAttempt } from '#auth/attempt-limits.ts'
import { type OwnCookie, ownCookie, type SealedCookie, sealedCookie } from '#auth/cookies.ts'
import type { SignInContext } from '#auth/sign-in-context.ts'
import type { KnownDevices } from '#auth/sign-in-limits.ts'
import { type Clock, type Instant, MINUTE_MS } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { sealedColumn } from '#platform/db/sealed-columns.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { hashOfSecret } from '#platform/secrets.ts'
import { Tickets } from '#platform/tickets.ts'
import {
  addSecondFactor,
  hasSecondFactor,
  isOnAlready,
  markStepUsed,
  redeemRecoveryCode,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorStatus,
  storedFactor,
} from './store.ts'

const UNFINISHED_MINUTES = 10

/** A sign-in that waits for the second factor. It is in the database, so that whatever ends a person's sessions ends it too. */
export interface UnfinishedSignIn {
  person: Pick<Person, 'id' | 'email'>
  /** Whether it began with a link sent by mail. */
  byLink: boolean
}

const WAITING = new Tickets<{ byLink: boolean }>('second factor')

/** Stores an unfinished sign-in and returns the secret with which its browser continues. The person must have a second factor. */
async function keepUnfinished(tx: Tx, clock: Clock, signIn: UnfinishedSignIn): Promise<string> {
  const { person, byLink } = signIn
  const lifetimeMs = UNFINISHED_MINUTES * MINUTE_MS
  return (await WAITING.issue(tx, clock, { personId: person.id, data: { byLink }, lifetimeMs })).secret
}

/** Finds an unfinished sign-in. Throws `conflict` if it has ended or was finished. */
async function unfinishedBySecret(db: Reader, clock: Clock, secret: string): Promise<UnfinishedSignIn> {
  const ticket = await WAITING.open(db, clock, secret)
  if (!ticket) throw hasEnded()
  const person = await db
    .selectFrom('person')
    .select(['id', 'email'])
    .where('id', '=', ticket.personId)
    .executeTakeFirstOrThrow()
  return { person, byLink: ticket.data.byLink }
}

/** Ends an unfinished sign-in. Throws `conflict` if something else did; of two concurrent calls, one succeeds. */
async function endUnfinished(tx: Tx, clock: Clock, secret: string): Promise<void> {
  if (!(await WAITING.use(tx, clock, secret))) throw hasEnded()
}

const hasEnded = () => new AppError('conflict', 'This sign-in has ended. Start it again.')

/** The second factor that is being set up, and the person. */
const OFFERED = z.object({ secret: z.string(), person: z.string() })
const PATH = '/app/api'

/**
 * The limit of wrong codes. Three codes are valid at a time, so somebody who knows the password and guesses without end needs six years for
 * an even chance; three years for a person who signed in before the second factor was turned on.
 */
const GUESSES: AttemptLimit = { attempts: 5, refillMs: 15 * MINUTE_MS }
const TOO_MANY_CODES = 'Too many codes were wrong. Wait a quarter of an hour, or use a recovery code.'
const TOO_MANY_RECOVERY_CODES = 'Too many recovery codes were wrong. Wait a quarter of an hour.'

const sealContext = (personId: string): string => `second factor ${personId}`

export const sealedSecondFactors = sealedColumn('second_factor', 'secret', ['person_id'], row =>
  sealContext(row.person_id),
)

/** The second factor of people who sign in with a password, a link or GitHub: codes of an authenticator app, and recovery codes. */
export class SecondFactor {
  readonly #context: SignInContext
  readonly #offered: SealedCookie<z.infer<typeof OFFERED>>
  readonly #unfinished: OwnCookie
  readonly #devices: KnownDevices

  constructor(context: SignInContext, devices: KnownDevices) {
    this.#context = context
    this.#devices = devices
    this.#offered = sealedCookie(context, {
      name: 'tidings.new-second-factor',
      path: PATH,
      minutes: 15,
      holds: OFFERED,
    })
    this.#unfinished = ownCookie(context.baseUrl, 'tidings.unfinished', PATH)
  }

  /** A `Set-Cookie` value that ends an unfinished sign-in. */
  get forgetUnfinished(): string {
    return this.#unfinished.set('', 0)
  }

  /**
   * Creates a key for an authenticator app, and the cookie that keeps it. Nothing is stored. Throws
   * `conflict` for an old session, or if the second factor is on.
   */
  async offer({ id, email }: Person, sessionId: string) {
    const { db, clock } = this.#context
    await requireRecentSession(db.read, clock, sessionId)
    if (await hasSecondFactor(db.read, id)) throw isOnAlready()
    const secret = newTotpSecret()
    return {
      secret,
      address: totpAddress(secret, email),
      cookie: this.#offered.keep({ secret, person: id }),
    }
  }

  /**
   * Turns the second factor on with a code of the key that was offered to this browser, and ends all other
   * sessions. Returns the recovery codes, and cookies that end the offer and make the browser known.
   */
  async turnOn(person: Person, sessionId: string, headers: Headers, code: string) {
    const { db, clock, secrets } = this.#context
    const offered = this.#offered.find(headers)
    if (offered?.person !== person.id)
      throw new AppError('conflict', 'That took too long. Start setting it up again.')
    const lastStep = stepOf(offered.secret, digitsIn(code), clock.now())
    if (lastStep === null) throw wrongCode()
    const secret = secrets.seal(offered.secret, sealContext(person.id))
    const recoveryCodes = await db.write(async tx => {
      await addSecondFactor(tx, clock, person.id, { secret, lastStep })
      await endSessions(tx, person.id, sessionId)
      return renewRecoveryCodes(tx, clock, person.id)
    })
    this.#tell(person, true)
    return { recoveryCodes, cookies: [this.#offered.forget, this.#devices.cookieFor(person.email)] }
  }

  async turnOff(person: Person, code: string): Promise<void> {
    await this.#redeem(person.id, person.id, code)
    await this.#context.db.write(tx => removeSecondFactor(tx, person.id))
    this.#tell(person, false)
  }

  async renewRecoveryCodes(person: Person, code: string): Promise<string[]> {
    await this.#redeem(person.id, person.id, code)
    const { db, clock } = this.#context
    return db.write(tx => renewRecoveryCodes(tx, clock, person.id))
  }

  /** Makes a sign-in wait for the second factor, and returns its cookie. Null for a person without one, who is signed in at once. */
  async suspend(signIn: UnfinishedSignIn): Promise<string | null> {
    const { db, clock } = this.#context
    const secret = await db.write(async tx =>
      (await hasSecondFactor(tx, signIn.person.id)) ? keepUnfinished(tx, clock, signIn) : null,
    )
    return secret === null ? null : this.#unfinished.set(secret, UNFINISHED_MINUTES * 60)
  }

  /** Finishes this browser's sign-in with a code or recovery code. Throws `conflict` if none is waiting. */
  async finish(headers: Headers, code: string): Promise<UnfinishedSignIn> {
    const { db, clock } = this.#context
    const secret = this.#unfinished.find(headers)
    const signIn = await unfinishedBySecret(db.read, clock, secret)
    await this.#redeem(signIn.person.id, await this.#guesserOf(signIn, headers), code)
    await db.write(tx => endUnfinished(tx, clock, secret))
    return signIn
  }

  /**
   * The key under which guesses are counted: one for each browser that once gave a code or turned the second factor on, one for all
   * browsers that became known earlier by the password alone, and one for all unknown ones.
   */
  async #guesserOf({ person: { id, email } }: UnfinishedSignIn, headers: Headers): Promise<string> {
    const device = this.#devices.find(headers, email)
    if (!device) return id
    const status = await secondFactorStatus(this.#context.db.read, id)
    return status && device.since >= status.since ? `${id} ${hashOfSecret(device.id)}` : `${id} known`
  }

  /** Uses up a code or recovery code of the person. Throws `insufficient_scope` for a wrong or used one, `rate_limited` after several of those. */
  async #redeem(id: string, guesser: string, given: string): Promise<void> {
    const code = digitsIn(given)
    const isOfApp = isTotpCode(code)
    const key = `${isOfApp ? 'second factor' : 'recovery code'} ${guesser}`
    await takeAttempt(
      this.#context.db,
      this.#context,
      key,
      GUESSES,
      isOfApp ? TOO_MANY_CODES : TOO_MANY_RECOVERY_CODES,
    )
    const { db, clock } = this.#context
    const isRight = await db.write(tx =>
      isOfApp ? this.#redeemCode(tx, id, code) : redeemRecoveryCode(tx, clock, id, given),
    )
    if (!isRight) throw isOfApp ? wrongCode() : wrongRecoveryCode()
    await refundAttempt(this.#context.db, key, GUESSES)
  }

  async #redeemCode(tx: Tx, personId: string, code: string): Promise<boolean> {
    const factor = await storedFactor(tx, personId)
    if (!factor) return false
    const secret = this.#context.secrets.open(factor.secret, sealContext(personId))
    const step = stepOf(secret, code, this.#context.clock.now())
    return step !== null && markStepUsed(tx, personId, step)
  }

  /** Mails that the second factor was turned on or off. This is not awaited: the change is done, whatever the mail server says. */
  #tell({ email }: Person, isOn: boolean): void {
    const { log, baseUrl, send } = this.#context
    void send(email, secondFactorMail({ isOn, link: `${baseUrl}/app/` })).catch(error =>
      log.warn('the mail about a second factor could not be sent', { error: messageOf(error) }),
    )
  }
}

/** The digits of a code, which apps show in two groups. */
const digitsIn = (code: string): string => code.replace(/[\s-]/g, '')

const wrongCode = () =>
  new AppError(
    'insufficient_scope',
    'That code is wrong or was used already. Wait for the next one in your app; the clock of that device has to be right.',
  )

const wrongRecoveryCode = () =>
  new AppError('insufficient_scope', 'This is neither a code of six digits nor a recovery code that is left.')

/** A code of the step before or after counts too, for clocks that differ and people who type slowly. */
const WINDOW = 1

/** The parameters that all authenticator apps understand; some ignore any other choice. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 }

/** A new key for an authenticator app, in Base32: 160 bits (RFC 4226 §4). */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

const totpWith = (secret: string, label = '') =>
  new TOTP({ ...PARAMETERS, issuer: 'Tidings', label, secret: Secret.fromBase32(secret) })

/** The address that an authenticator app reads from a QR code. */
export const totpAddress = (secret: string, email: string): string => totpWith(secret, email).toString()

/** Whether the text has the form of a code. */
const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text)

/** The time step that the code belongs to (RFC 6238, section 4.2); null if it belongs to none of the current ones. */
export function stepOf(secret: string, code: string, now: Instant): number | null {
  if (!isTotpCode(code)) return null
  const totp = totpWith(secret)
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}
