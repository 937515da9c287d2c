import { accountById } from '#accounts/account.ts'
import { sendMailInJob } from '#accounts/mail/send.ts'
import { reconnectMail } from '#accounts/mail/templates.ts'
import type { Instant } from '#platform/clock.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import type { SocialContext } from '#social/context.ts'
import { finalEnd } from './credentials.ts'
import { NOTICE_MS } from './health.ts'
import { type SocialAccount, socialAccountById } from './social-account.ts'

/** A name for people, like `@acme on Bluesky`. */
const describeSocialAccount = ({ profile }: Pick<SocialAccount, 'profile'>, title: string): string =>
  `${profile.handle} on ${title}`

/** Mails one person that a social account needs reconnecting, now or by a date. Does nothing if it has been reconnected since. */
export async function tellPerson(
  context: SocialContext,
  { socialAccountId, personId, mailId }: { socialAccountId: string; personId: string; mailId: string },
): Promise<void> {
  const { db, clock, baseUrl } = context
  const account = await socialAccountById(db.read, socialAccountId)
  const person = await db.read
    .selectFrom('person')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirst()
  const end = account.state === 'active' ? await finalEnd(context, account.id) : null
  const isDue = account.state === 'needs reconnecting' || (end !== null && end - clock.now() < NOTICE_MS)
  if (!isDue || !person) return
  const { title } = await context.networks[account.network]()
  const { name, publicId, timeZone } = await accountById(db.read, account.accountId)
  const mail = reconnectMail({
    accountName: name,
    socialAccount: describeSocialAccount(account, title),
    end: end === null ? null : writtenDay(end, timeZone),
    waitingPosts: await waitingPosts(context, socialAccountId),
    link: `${baseUrl}/app/${publicId}/channels`,
  })
  const message = { ...mail, id: mailId, to: mailAddressFrom(person.email) }
  await sendMailInJob({ db, clock, transport: await context.transport() }, message)
}

/** A date such as "1 December 2026", in English like all mails. */
const writtenDay = (at: Instant, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(at)

/** The posts that go out once the social account is reconnected: not those that wait for a person too. */
async function waitingPosts({ db }: SocialContext, id: string): Promise<number> {
  const row = await db.read
    .selectFrom('post')
    .select(build => build.fn.countAll<number>().as('count'))
    .where('social_account_id', '=', id)
    .where('state', '=', 'planned')
    .where(where => where.or([where('held', 'is', null), where('held', '=', 'reconnect')]))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
