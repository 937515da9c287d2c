import { signInMail } from '#accounts/mail/templates.ts'
import { personByEmail } from '#accounts/people.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import { hashOfSecret, newSecretText } from '#platform/secrets.ts'
import { LINK_MINUTES, signInAddress } from './sign-in-links.ts'

interface MailedLinkContext {
  db: Database
  log: Log
  /** The public address, without a slash at its end. */
  baseUrl: string
  send(to: string, mail: MailContent): Promise<unknown>
}

/** How the library makes, stores and sends sign-in links. */
export const linkByMail = ({ db, log, baseUrl, send }: MailedLinkContext) => ({
  disableSignUp: true,
  expiresIn: LINK_MINUTES * 60,
  generateToken: newSecretText,
  storeToken: { type: 'custom-hasher' as const, hash: async (token: string) => hashOfSecret(token) },
  // Not awaited: the response time would reveal which addresses are known.
  async sendMagicLink({ email, token }: { email: string; token: string }) {
    void sendLink(email, token).catch(error =>
      log.warn('a sign-in link could not be sent', { error: messageOf(error) }),
    )
    async function sendLink(to: string, secret: string) {
      const person = await personByEmail(db.read, to.toLowerCase())
      // The library stores a link for every requested address, known or not.
      if (!person) return forgetLink(db, secret)
      const link = signInAddress(baseUrl, secret)
      await send(person.email, signInMail({ link, minutes: LINK_MINUTES }))
    }
  },
})

const forgetLink = (db: Database, secret: string) =>
  db.write(async tx => {
    await tx.deleteFrom('verification').where('identifier', '=', hashOfSecret(secret)).execute()
  })
