import type { MailContent } from './mail.ts'
import { renderMail } from './render.ts'

/** A mail with a sign-in link. */
export const signInMail = (given: { link: string; minutes: number }): MailContent =>
  renderMail({
    purpose: 'sign-in',
    subject: 'Sign in to Tidings',
    parts: [
      { type: 'link', label: 'Sign in to Tidings', url: given.link },
      { type: 'paragraph', text: `The link works once and expires in ${given.minutes} minutes.` },
      {
        type: 'note',
        text: 'If you did not request this, ignore this mail.',
      },
    ],
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
    parts: [
      {
        type: 'paragraph',
        text: `${given.from} invited you to work on the changelog of ${given.accountName} as ${given.role}.`,
      },
      { type: 'link', label: 'Accept invitation', url: given.link },
      { type: 'paragraph', text: `The link works once and expires in ${given.days} days.` },
      {
        type: 'note',
        text: 'If you do not know the sender, ignore this mail. No account is created for you.',
      },
    ],
  })

/** A mail about a social account that no longer accepts posts, or will not from a day on. */
export const reconnectMail = (given: {
  accountName: string
  /** For example `@acme on Mastodon`. */
  socialAccount: string
  /** `YYYY-MM-DD`; null: it has ended already. */
  end: string | null
  waitingPosts: number
  link: string
}): MailContent =>
  renderMail({
    purpose: 'reconnect',
    subject: `${given.socialAccount} needs reconnecting${given.end === null ? '' : ` before ${given.end}`}`,
    parts: [
      {
        type: 'paragraph',
        text:
          given.end === null
            ? `Tidings can no longer post as ${given.socialAccount} for ${given.accountName}: its access expired or was revoked.`
            : `Tidings can post as ${given.socialAccount} for ${given.accountName} until ${given.end}: then its access ends, and posts wait.`,
      },
      ...(given.end === null ? [{ type: 'paragraph' as const, text: heldPosts(given.waitingPosts) }] : []),
      { type: 'link', label: 'Reconnect it', url: given.link },
    ],
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
  link: string
  unsubscribe: string
}): MailContent {
  const named = given.drafts.slice(0, MOST_NAMED_DRAFTS)
  const rest = given.total - named.length
  const waiting = given.total === 1 ? 'One draft waits' : `${given.total} drafts wait`
  return renderMail({
    purpose: 'summary',
    subject: `${waiting} in ${given.accountName}`,
    parts: [
      { type: 'paragraph', text: `${waiting} for a decision in ${given.accountName}:` },
      { type: 'list', items: named },
      ...(rest > 0 ? [{ type: 'paragraph' as const, text: `And ${rest} more.` }] : []),
      { type: 'link', label: 'Open the inbox', url: given.link },
      {
        type: 'note',
        text: 'You subscribed to this weekly summary.',
        link: { label: 'Unsubscribe', url: given.unsubscribe },
      },
    ],
    unsubscribe: given.unsubscribe,
  })
}
