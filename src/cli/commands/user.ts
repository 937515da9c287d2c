import { setTimeout as sleep } from 'node:timers/promises'
import { accountByPublicId } from '#accounts/account.ts'
import { hashPassword } from '#accounts/auth/passwords.ts'
import { createSignInLink, signInAddress } from '#accounts/auth/sign-in-links.ts'
import {
  addMember,
  type MembershipContext,
  type Role,
  requireQuotaForOneMore,
  roleFrom,
} from '#accounts/members.ts'
import { createPerson, emailFrom, personByEmail } from '#accounts/people.ts'
import type { Service } from '#app/service.ts'
import { type Context, command } from '#cli/command.ts'
import { operator, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

const LINK_HOURS = 24
const MOST_INPUT = 4_096

export const createCommand = command({
  usage: 'user create --email E --account ID --role R',
  summary:
    'Lets somebody into an account. Their password is read from stdin; without one, a link that signs them in once is printed.',
  options: { email: { type: 'string' }, account: { type: 'string' }, role: { type: 'string' } },
  arguments: [0, 0],
  run: (given, _, context) =>
    withService(context, async service => {
      const { email, role } = requireWish(given)
      const account = await accountByPublicId(service.db.read, requireAccountId(given.account))
      const password = await passwordFrom(context)
      const { id, secret } = await letIn(service, { email, role, accountId: account.id, password })
      const link = secret === null ? null : signInAddress(service.baseUrl, secret)
      return {
        json: { user_id: id, link },
        text: link === null ? `${email} can sign in with that password.\n` : `${link}\n`,
      }
    }),
})

function requireWish({ email, role }: { email?: string | undefined; role?: string | undefined }) {
  if (email === undefined) throw new AppError('wrong_usage', 'Say who: --email ada@example.com.')
  if (role === undefined)
    throw new AppError('wrong_usage', 'Say what they may do: --role viewer, writer, publisher or owner.')
  return { email: emailFrom(email), role: roleFrom(role) }
}

/** How long a pipe may stay silent before it counts as empty: whoever starts us may have left one open. */
const PATIENCE_MS = 2_000

/** The first line of what is piped in; null where nothing is, or where a person sits before the terminal. */
async function passwordFrom({ stdin }: Context): Promise<string | null> {
  if ('isTTY' in stdin && stdin.isTTY) return null
  const first = await Promise.race([firstLine(stdin), sleep(PATIENCE_MS, null, { ref: false })])
  if ('destroy' in stdin && typeof stdin.destroy === 'function') stdin.destroy()
  return first || null
}

async function firstLine(stdin: Context['stdin']): Promise<string> {
  let text = ''
  for await (const chunk of stdin) {
    text += Buffer.from(chunk).toString()
    if (text.includes('\n')) break
    if (text.length > MOST_INPUT) throw new AppError('wrong_usage', 'That is too long for a password.')
  }
  return text.split(/\r?\n/)[0] ?? ''
}

interface Wish {
  email: string
  role: Role
  accountId: string
  password: string | null
}

/** Whoever can sign in already keeps their password. */
async function letIn(service: Service, { email, role, accountId, password }: Wish) {
  const { db, clock, ids, config } = service
  const passwordHash = password === null ? null : await hashPassword(password)
  const billing = config.stripe === null ? 'none' : 'paid'
  const keeper: MembershipContext = { ...operator(service), billing }
  return db.write(async tx => {
    const known = await personByEmail(tx, email)
    if (known && passwordHash !== null)
      throw new AppError('conflict', `${email} can sign in already, with a password of their own.`)
    const person = known ?? (await createPerson(tx, clock, ids, { name: '', email, passwordHash }))
    await requireQuotaForOneMore(tx, keeper, accountId)
    await addMember(tx, keeper, accountId, person, role)
    const secret = passwordHash === null ? await createSignInLink(tx, service, email, LINK_HOURS * 60) : null
    return { id: person.id, secret }
  })
}
