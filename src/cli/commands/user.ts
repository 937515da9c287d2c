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
import { command } from '#cli/command.ts'
import { requireAccountId } from '#cli/options.ts'
import { secretFromInput } from '#cli/secret-input.ts'
import { operator, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'

const LINK_HOURS = 24

export const createCommand = command({
  usage: 'user create --email E --account ID --role R',
  summary:
    'Add a person to an account. Their password is read from stdin; without one, a one-time sign-in link is printed.',
  options: { email: { type: 'string' }, account: { type: 'string' }, role: { type: 'string' } },
  arguments: [0, 0],
  run: (given, _, context) =>
    withService(context, async service => {
      const { email, role } = requireOptions(given)
      const account = await accountByPublicId(service.db.read, requireAccountId(given.account))
      const password = await secretFromInput(context)
      const { id, secret } = await addPerson(service, { email, role, accountId: account.id, password })
      const link = secret === null ? null : signInAddress(service.baseUrl, secret)
      return {
        json: { user_id: id, link },
        text: link === null ? `${email} can sign in with that password.\n` : `${link}\n`,
      }
    }),
})

function requireOptions({ email, role }: { email?: string | undefined; role?: string | undefined }) {
  if (email === undefined)
    throw new AppError('wrong_usage', 'Give the e-mail address: --email ada@example.com.')
  if (role === undefined)
    throw new AppError('wrong_usage', 'Give the role: --role viewer, writer, publisher or owner.')
  return { email: emailFrom(email), role: roleFrom(role) }
}

interface NewMember {
  email: string
  role: Role
  accountId: string
  password: string | null
}

/** Adds the person to the account. A person who can sign in already keeps their password. */
async function addPerson(service: Service, { email, role, accountId, password }: NewMember) {
  const { db, clock, ids, config } = service
  const passwordHash = password === null ? null : await hashPassword(password)
  const billing = config.stripe === null ? 'none' : 'paid'
  const keeper: MembershipContext = { ...operator(service), billing }
  return db.write(async tx => {
    const known = await personByEmail(tx, email)
    if (known && passwordHash !== null)
      throw new AppError(
        'conflict',
        `${email} can sign in already and keeps that password: leave stdin empty.`,
      )
    const person = known ?? (await createPerson(tx, clock, ids, { name: '', email, passwordHash }))
    await requireQuotaForOneMore(tx, keeper, accountId)
    await addMember(tx, keeper, accountId, person, role)
    const secret = passwordHash === null ? await createSignInLink(tx, service, email, LINK_HOURS * 60) : null
    return { id: person.id, secret }
  })
}
