import { accountByPublicId } from '#accounts/account.ts'
import { addMember, requireQuotaForOneMore } from '#accounts/members.ts'
import {
  createPerson,
  emailFrom,
  hasProvenAddress,
  type Person,
  personByEmail,
  proveAddress,
  setPassword,
} from '#accounts/people.ts'
import { ROLES, type Role } from '#accounts/roles.ts'
import type { Service } from '#app/service.ts'
import { hashPassword } from '#auth/passwords.ts'
import { createSignInLink, signInAddress } from '#auth/sign-in-links.ts'
import { command } from '#cli/command.ts'
import { secretFromInput } from '#cli/input-files.ts'
import { ACCOUNT, choice, flag, required, text } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

const LINK_HOURS = 24

export const createCommand = command({
  usage: 'user create',
  summary:
    'Add a person to an account. Their password is read from stdin; without one, a one-time sign-in link is printed. --existing takes an address that somebody uses without having proven it.',
  options: {
    email: required(text('ADDRESS')),
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
    await requireQuotaForOneMore(tx, billing, accountId)
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
