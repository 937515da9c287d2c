import { z } from 'zod'
import { accountById } from '#accounts/account.ts'
import { beginDeletion, cancelDeletion, DELETION_DAYS, dayOf } from '#accounts/deletion.ts'
import { deletionMail } from '#accounts/mail/templates.ts'
import { listMembers } from '#accounts/members.ts'
import { isoOrNull } from '#platform/clock.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { type Acting, action, flag } from '../action.ts'

/** The account's name, which an owner types before what cannot be undone. */
export const typedName = z
  .string()
  .max(1_000)
  .optional()
  .meta({ examples: ['Not its name'] })

/** Throws `invalid_parameter` unless the typed name is the account's. */
export function requireName({ name }: { name: string }, typed: string, to: string): void {
  if (typed.trim() === name) return
  const accepts = `“${name}”`
  throw new AppError('invalid_parameter', `Type the account's name, ${accepts}, to ${to}.`, {
    parameters: [{ name: 'name', got: '', accepts }],
  })
}

/** Tells all owners, and returns why one of them could not be told. */
async function tellOwners({ db, account, accountId, person, services }: Acting, at: number) {
  if (!services.offers.mail) return 'This server sends no mail: tell the other owners.'
  const link = `${services.baseUrl}/app/${account.publicId}/settings/data`
  const from = person?.name ?? 'The operator of this server'
  const mail = deletionMail({ accountName: account.name, from, day: dayOf(at), link })
  let problem: string | null = null
  for (const { role, email } of await listMembers(db.read, accountId))
    if (role === 'owner')
      await services.send(email, mail).catch(error => {
        problem = `${email} was not told: ${messageOf(error)}`
      })
  return problem
}

/** The action `account delete`. */
export const deletion = action({
  summary: `Delete an account with everything in it, ${DELETION_DAYS} days from now. Until then nothing of it is published, posted or changed; --cancel lets it stay. --name, where it is given, has to be its name.`,
  role: 'owner',
  input: z.object({ name: typedName, cancel: flag }),
  isAllowedWhileClosing: true,
  async run(acting, { name, cancel }) {
    const { db, accountId } = acting
    const account = await accountById(db.read, accountId)
    if (name !== undefined) requireName(account, name, 'delete it')
    if (cancel) {
      await db.write(tx => cancelDeletion(tx, acting, accountId))
      return { deletesAt: null, problem: null }
    }
    const deletesAt = await db.write(tx => beginDeletion(tx, acting, accountId))
    return { deletesAt, problem: await tellOwners(acting, deletesAt) }
  },
  print: ({ deletesAt, problem }, { account }) => ({
    json: {
      account_id: account.publicId,
      deletes_at: isoOrNull(deletesAt),
      problem,
    },
    text:
      deletesAt === null
        ? 'The account stays.\n'
        : `The account is deleted on ${dayOf(deletesAt)}. Until then nothing of it is published or posted; "tidings account delete --account ${account.publicId} --cancel" lets it stay.\n${problem === null ? '' : `${problem}\n`}`,
  }),
})
