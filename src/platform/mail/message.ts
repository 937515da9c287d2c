import type { MailAddress } from './address.ts'

/** What a mail is for. */
export type Purpose = 'sign-in' | 'invitation' | 'reconnect' | 'summary'

/** One mail to one person. */
export interface MailMessage {
  /** A UUID that stays the same however often it is tried: a mailbox that got it twice shows it once. */
  id: string
  to: MailAddress
  purpose: Purpose
  subject: string
  text: string
  html: string
  /** Where one request ends mail of this purpose (RFC 8058); null for what answers a person's own action. */
  unsubscribe: string | null
}

/** What a template makes; whoever sends it knows to whom and under which id. */
export type Letter = Omit<MailMessage, 'id' | 'to'>
