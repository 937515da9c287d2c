import { signInMail } from '#accounts/mail/templates.ts'
import { personByEmail } from '#accounts/people.ts'
import { messageOf } from '#platform/errors.ts'
import type { SignInContext } from './sign-in-context.ts'
import { createSignInLink, LINK_MINUTES, signInAddress } from './sign-in-links.ts'

/** Mails a sign-in link to the person with this address, if there is one. Not awaited: the response time would reveal which addresses are known. */
export function mailLink(context: SignInContext, email: string): void {
  void sendLink(context, email).catch(error =>
    context.log.warn('a sign-in link could not be sent', { error: messageOf(error) }),
  )
}

async function sendLink(context: SignInContext, email: string): Promise<void> {
  const { db, baseUrl, send } = context
  const person = await personByEmail(db.read, email)
  if (!person) return
  const secret = await db.write(tx => createSignInLink(tx, context, person.email, LINK_MINUTES))
  await send(person.email, signInMail({ link: signInAddress(baseUrl, secret), minutes: LINK_MINUTES }))
}
