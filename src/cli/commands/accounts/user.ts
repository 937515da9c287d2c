import { accountByPublicId } from '#accounts/account.ts'
import { eraseUser } from '#accounts/deletion.ts'
import { secondFactorMail } from '#accounts/mail/templates.ts'
import { addMember } from '#accounts/members.ts'
import {
  createPerson,
  emailFrom,
  hasProvenAddress,
  type Person,
  personByEmail,
  proveAddress,
  setPassword,
} from '#accounts/people.ts'
import { requireRoom } from '#accounts/plan.ts'
import { ROLES, type Role } from '#accounts/roles.ts'
import { deviceName, endSession, endSessions, listSessions, type Session } from '#accounts/sessions.ts'
import { mailSender } from '#app/mail.ts'
import type { Service } from '#app/service.ts'
import { hashPassword } from '#auth/passwords.ts'
import { removeSecondFactor, secondFactorStatus } from '#auth/second-factor/store.ts'
import { createSignInLink, signInAddress } from '#auth/sign-in-links.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { secretFromInput } from '#cli/input-files.ts'
import { ACCOUNT, choice, flag, required, text } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import { personExport } from '#pipeline/export/person.ts'
import { isoOf } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError, messageOf } from '#platform/errors.ts'

const LINK_HOURS = 24
const EMAIL = required(text('ADDRESS'))

export const createCommand = command({
  usage: 'user create',
  summary:
    'Add a person to an account. Their password is read from stdin; without one, a one-time sign-in link is printed. --existing takes an address that somebody uses without having proven it.',
  options: {
    email: EMAIL,
    account: ACCOUNT,
    role: required(choice(ROLES)),
    existing: flag,
  },
  run: ({ email: address, account: accountId, role, existing }, _, context) =>
    withService(context, async service => {
      const email = emailFrom(address)
      const account = await accountByPublicId(service.db.read, accountId)
      const password = await secretFromInput(context)
      const added = await addPerson(service, { email, role, accountId: account.id, password, existing })
      const { id, isKnown, secret } = added
      if (isKnown)
        context.err(`${email} could sign in already, and is now also ${role} of ${account.name}.\n`)
      const link = secret === null ? null : signInAddress(service.baseUrl, secret)
      return {
        json: { user_id: id, link, existing: isKnown },
        text: link === null ? `${email} can sign in with that password.\n` : `${link}\n`,
      }
    }),
})

interface NewMember {
  email: string
  role: Role
  accountId: string
  password: string | null
  /** Whether `--existing` was given, which accepts a known person whose address is unproven. */
  existing: boolean
}

/** Adds the person to the account. */
async function addPerson(service: Service, { email, role, accountId, password, existing }: NewMember) {
  const { db, clock, ids, config } = service
  const passwordHash = password === null ? null : await hashPassword(password)
  const billing = config.stripe === null ? 'none' : 'paid'
  return db.write(async tx => {
    const known = await personByEmail(tx, email)
    const person = known ?? (await createPerson(tx, clock, ids, { name: '', email, passwordHash }))
    await requireRoom(tx, billing, accountId, 'members')
    await addMember(tx, operator(service), accountId, person, role)
    if (known) await welcomeAgain(tx, service, known, { passwordHash, existing })
    const secret = passwordHash === null ? await createSignInLink(tx, service, email, LINK_HOURS * 60) : null
    return { id: person.id, isKnown: known !== null, secret }
  })
}

/**
 * Checks a person who is already known and sets the password, if one is given. People who have proven their address keep their password. An
 * unproven address may be somebody else's: an owner of another account may have opened the invitation to it. Throws `conflict` for an
 * unproven address without `existing`, and for a new password of a person with a proven address.
 */
async function welcomeAgain(
  tx: Tx,
  { clock, ids }: Service,
  known: Person,
  { passwordHash, existing }: { passwordHash: string | null; existing: boolean },
): Promise<void> {
  const { email } = known
  const isProven = await hasProvenAddress(tx, known)
  if (!isProven && !existing)
    throw new AppError(
      'conflict',
      `Somebody signs in as ${email} since an invitation that was not sent by mail, and has not shown that the address is theirs. With --existing, their password and sessions end, and only whoever has the link or the password from this command signs in.`,
    )
  if (isProven && passwordHash !== null)
    throw new AppError('conflict', `${email} can sign in already and keeps that password: leave stdin empty.`)
  await proveAddress(tx, clock, email)
  if (passwordHash !== null) await setPassword(tx, clock, ids, known, passwordHash)
}

export const linkCommand = command({
  usage: 'user link',
  summary:
    'Print a one-time sign-in link for somebody who can sign in already. It works for a day, also while the mail server or the sign-in provider is gone.',
  options: { email: EMAIL },
  run: ({ email }, _, context) =>
    withService(context, async service => {
      const person = await personWith(service.db.read, email)
      const secret = await service.db.write(tx =>
        createSignInLink(tx, service, person.email, LINK_HOURS * 60),
      )
      const link = signInAddress(service.baseUrl, secret)
      return { json: { user_id: person.id, link }, text: `${link}\n` }
    }),
})

export const sessionsCommand = command({
  usage: 'user sessions',
  summary: 'Show where a person is signed in.',
  options: { email: EMAIL },
  run: ({ email }, _, context) =>
    withService(context, async ({ db, clock }) => {
      const person = await personWith(db.read, email)
      const sessions = await listSessions(db.read, person.id, clock.now())
      return {
        json: { sessions: sessions.map(publicForm) },
        text: sessions.map(lineOf).join('') || `${person.email} is signed in nowhere.\n`,
      }
    }),
})

export const signOutCommand = command({
  usage: 'user sign-out',
  summary: 'End one session of a person, or all of them.',
  options: { email: EMAIL, session: text('SESSION') },
  run: ({ email, session }, _, context) =>
    withService(context, async ({ db }) => {
      const person = await personWith(db.read, email)
      await db.write(tx =>
        session === undefined ? endSessions(tx, person.id) : endSession(tx, person.id, session),
      )
      const where = session === undefined ? 'everywhere' : 'there'
      return { json: { user_id: person.id }, text: `${person.email} is signed out ${where}.\n` }
    }),
})

/** The person who signs in with this address. Throws `not_found` if there is none. */
async function personWith(db: Reader, address: string): Promise<Person> {
  const person = await personByEmail(db, emailFrom(address))
  if (person) return person
  throw new AppError('not_found', 'Nobody signs in with this address. Add them with "tidings user create".')
}

const publicForm = ({ id, beganAt, lastSeenAt, userAgent, address }: Session) => ({
  session_id: id,
  began_at: isoOf(beganAt),
  last_seen_at: isoOf(lastSeenAt),
  device: deviceName(userAgent),
  address,
})

const lineOf = ({ id, lastSeenAt, userAgent, address }: Session): string =>
  `${id}  last seen ${isoOf(lastSeenAt)}  ${deviceName(userAgent)}${address === null ? '' : `, from ${address}`}\n`

export const secondFactorCommand = command({
  usage: 'user second-factor',
  summary:
    'Show whether a person has two-factor authentication. --off turns it off for somebody who has lost their authenticator app and their recovery codes; make sure that it is them who asks.',
  options: { email: EMAIL, off: flag },
  run: ({ email, off }, _, context) =>
    withService(context, async service => {
      const person = await personWith(service.db.read, email)
      if (off) return turnOff(service, person, context)
      const status = await secondFactorStatus(service.db.read, person.id)
      return {
        json: {
          user_id: person.id,
          since: status && isoOf(status.since),
          recovery_codes: status?.recoveryCodes ?? 0,
        },
        text: status
          ? `${person.email} has had two-factor authentication since ${isoOf(status.since)}, and ${status.recoveryCodes} recovery codes are left.\n`
          : `${person.email} has no two-factor authentication.\n`,
      }
    }),
})

async function turnOff(service: Service, { id, email }: Person, context: CommandContext) {
  await service.db.write(tx => removeSecondFactor(tx, id))
  if (service.config.mail === null) context.err(`No mail is configured: tell ${email} yourself.\n`)
  else
    await mailSender(service)(
      email,
      secondFactorMail({ isOn: false, link: `${service.baseUrl}/app/` }),
    ).catch(error => context.err(`${email} could not be told: ${messageOf(error)}\n`))
  return {
    json: { user_id: id, since: null, recovery_codes: 0 },
    text: `${email} signs in without a second factor now.\n`,
  }
}

export const eraseCommand = command({
  usage: 'user erase',
  summary:
    'Erase a person from all accounts: name, address, every way to sign in, connected clients, and mail to them. What they did stays, as that of a former member.',
  options: { email: EMAIL },
  run: ({ email }, _, context) =>
    withService(context, async service => {
      const accounts = await service.db.write(tx => eraseUser(tx, operator(service), email))
      return {
        json: { email: emailFrom(email), accounts },
        text: `Nothing is held about ${emailFrom(email)} any more. They were in ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.\n`,
      }
    }),
})

export const exportCommand = command({
  usage: 'user export',
  summary: 'Print all that is held about the person with an address, as JSON, without secrets.',
  options: { email: EMAIL },
  run: ({ email }, _, context) =>
    withService(context, async ({ db }) => {
      const held = await personExport(db.read, emailFrom(email))
      return { json: held, text: `${JSON.stringify(held, null, 2)}\n` }
    }),
})
