import type { MailMessage, MailPurpose, MailTransport } from '#platform/mail/mail.ts'

/** Mails that a person needs to sign in; they are printed in full. */
const NEEDED: Partial<Record<MailPurpose, string>> = {
  'sign-in': 'A sign-in link',
  invitation: 'An invitation',
}

/** The transport without a mail server: prints the mail that a person is waiting for. `write` prints to the terminal, never to a log. */
export const terminalTransport = (write: (text: string, what: string) => void): MailTransport => ({
  name: 'terminal',
  async send(message) {
    const needed = NEEDED[message.purpose]
    if (needed === undefined) write(notMailed(message), 'A note')
    else write(printed(message), needed)
  },
  check: async () => 'none is configured; sign-in links are printed on the terminal',
})

const printed = ({ to, subject, text }: MailMessage): string =>
  `No mail is configured; for ${to}: ${subject}\n\n${text.replace(/^(?=.)/gm, '  ')}\n`

const notMailed = ({ to, subject }: MailMessage): string =>
  `No mail is configured; ${to} was not told: ${subject}\n`
