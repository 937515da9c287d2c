import type { MailContent } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/render.ts'

/** A mail with a sign-in link. */
export const signInMail = ({ link, minutes }: { link: string; minutes: number }): MailContent =>
  renderMail({
    purpose: 'sign-in',
    subject: 'Sign in to Tidings',
    heading: 'Sign in to Tidings',
    body: ['Open this mail on the device where you want to sign in.'],
    button: { label: 'Sign in', url: link },
    remark: `The link works once and expires in ${minutes} minutes.`,
    reason: 'If you did not ask for this link, ignore this mail. Nobody can sign in without it.',
  })

/** A mail that invites a person to an account. */
export const invitationMail = (given: {
  accountName: string
  /** The name or address of the inviting person. */
  from: string
  role: string
  link: string
  days: number
}): MailContent =>
  renderMail({
    purpose: 'invitation',
    subject: `${given.from} invited you to ${given.accountName} on Tidings`,
    heading: `Join ${given.accountName} on Tidings`,
    body: [
      `${given.from} invited you to work on the changelog of ${given.accountName} as ${given.role === 'owner' ? 'an' : 'a'} ${given.role}. Tidings turns merged pull requests into news for customers.`,
    ],
    button: { label: 'Accept invitation', url: given.link },
    remark: `The link works once and expires in ${given.days} days.`,
    reason: 'If you do not know the sender, ignore this mail. No account is created for you.',
  })

/** A mail that tells a person that their second factor was turned on or off. */
export const secondFactorMail = ({ isOn, link }: { isOn: boolean; link: string }): MailContent =>
  renderMail({
    purpose: 'security',
    subject: `Two-factor authentication was turned ${isOn ? 'on' : 'off'}`,
    heading: `Two-factor authentication is ${isOn ? 'on' : 'off'}`,
    body: [
      isOn
        ? 'From now on, Tidings asks you for a code of your authenticator app after your password or a sign-in link. You were signed out on all other devices.'
        : 'From now on, your password or a sign-in link is enough to sign in to Tidings.',
    ],
    button: { label: 'Open Tidings', url: link },
    remark: isOn
      ? 'Keep the recovery codes where you find them without this device.'
      : 'You can turn it on again under Your account.',
    reason:
      'If this was not you, change your password under Your account, sign out everywhere, and tell whoever runs Tidings.',
  })

/** A mail about a social account that no longer accepts posts, or will not from a day on. */
export const reconnectMail = (given: {
  accountName: string
  /** For example `@acme on Mastodon`. */
  socialAccount: string
  /** The day in words, such as "1 December 2026"; null if the access has already ended. */
  end: string | null
  waitingPosts: number
  link: string
}): MailContent =>
  renderMail({
    purpose: 'reconnect',
    subject: `${given.socialAccount} needs reconnecting${given.end === null ? '' : ` before ${given.end}`}`,
    heading: `Reconnect ${given.socialAccount}`,
    body: [
      given.end === null
        ? `Tidings can no longer post as ${given.socialAccount} for ${given.accountName}: its access expired or was revoked.`
        : `Tidings can post as ${given.socialAccount} for ${given.accountName} until ${given.end}. After that, its access ends and posts wait.`,
      ...(given.end === null ? [heldPosts(given.waitingPosts)] : []),
    ],
    button: { label: 'Reconnect', url: given.link },
    reason: `You get this mail because you can reconnect the social accounts of ${given.accountName}.`,
  })

function heldPosts(count: number): string {
  if (count === 0) return 'No posts are waiting for it.'
  return count === 1
    ? 'One post is on hold and goes out after that.'
    : `${count} posts are on hold and go out after that.`
}

/** The most drafts listed by title; the rest are counted. */
export const MOST_NAMED_DRAFTS = 10

/** The weekly summary of what waits for a decision. `drafts` are the newest titles, at most {@link MOST_NAMED_DRAFTS} of `total`. */
export function summaryMail(given: {
  accountName: string
  drafts: readonly string[]
  total: number
  /** The page with the drafts, which the link opens. */
  page: 'review' | 'edition'
  link: string
  unsubscribe: string
}): MailContent {
  const named = given.drafts.slice(0, MOST_NAMED_DRAFTS)
  const rest = given.total - named.length
  const waiting = given.total === 1 ? 'One draft waits' : `${given.total} drafts wait`
  return renderMail({
    purpose: 'summary',
    subject: `${waiting} in ${given.accountName}`,
    heading: `${waiting} for a decision`,
    body: [
      `Your customers have not heard of these merges in ${given.accountName} yet:`,
      named,
      ...(rest > 0 ? [`And ${rest} more.`] : []),
    ],
    button: { label: given.page === 'review' ? 'Open Review' : 'Open the edition', url: given.link },
    reason: 'You subscribed to this weekly summary.',
    unsubscribe: given.unsubscribe,
  })
}

/** A mail that tells an owner until when the deletion of an account can be cancelled. */
export const deletionMail = (given: {
  accountName: string
  from: string
  day: string
  link: string
}): MailContent =>
  renderMail({
    purpose: 'security',
    subject: `${given.accountName} is deleted on ${given.day}`,
    heading: `${given.accountName} is deleted on ${given.day}`,
    body: [
      `${given.from} asked for that. Until then nothing of ${given.accountName} is published, posted or changed; its feeds and its page stay as they are. After that everything is gone for good.`,
    ],
    button: { label: 'Keep the account', url: given.link },
    reason: `You get this mail because you are an owner of ${given.accountName}.`,
  })

/** A mail that tells an owner that an account was deleted, and what they have to end themselves. */
export const deletedMail = (given: {
  accountName: string
  left: readonly string[]
  link: string
}): MailContent =>
  renderMail({
    purpose: 'security',
    subject: `${given.accountName} is deleted`,
    heading: `${given.accountName} is deleted`,
    body: [
      'Its feeds, its page, its entries, its connections and the names of its members are gone for good.',
      ...(given.left.length > 0
        ? ['These could not be ended from here. End them where you made them:', [...given.left]]
        : []),
    ],
    button: { label: 'Open Tidings', url: given.link },
    reason: `You get this mail because you were an owner of ${given.accountName}.`,
  })
