import { emailFrom, type Person, personByEmail } from '#accounts/people.ts'
import { deviceName, endSession, endSessions, listSessions, type Session } from '#accounts/sessions.ts'
import { createSignInLink, signInAddress } from '#auth/sign-in-links.ts'
import { command } from '#cli/command.ts'
import { required, text } from '#cli/options.ts'
import { withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

const LINK_HOURS = 24
const EMAIL = required(text('ADDRESS'))

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
export async function personWith(db: Reader, address: string): Promise<Person> {
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
