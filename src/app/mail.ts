import { type MailResult, sendMail } from '#accounts/mail/send.ts'
import { memoizeOnce } from '#platform/cache.ts'
import { mailAddressFrom } from '#platform/mail/address.ts'
import type { MailContent, MailTransport } from '#platform/mail/mail.ts'
import { openMail } from './registry.ts'
import type { Service } from './service.ts'

/** The mail transport, opened when the first mail is sent. */
export const memoizedMailTransport = ({ config, terminal }: Service): (() => Promise<MailTransport>) =>
  memoizeOnce(() => openMail(config.mail, terminal))

/** Creates the function that sends mails in response to a person's action at once. Throws `MailFailure`. */
export function mailSender(service: Service): (to: string, mail: MailContent) => Promise<MailResult> {
  const { db, clock, ids } = service
  const transport = memoizedMailTransport(service)
  return async (to, mail) => {
    const message = { ...mail, id: ids.next(), to: mailAddressFrom(to) }
    return sendMail({ db, clock, transport: await transport() }, message)
  }
}
