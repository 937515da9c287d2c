import type { MailMessage, MailPurpose, MailTransport } from '#platform/mail/mail.ts'

/** Without these a person could not get in, so they are printed whole. */
const NEEDED: readonly MailPurpose[] = ['sign-in', 'invitation']

/** Where no mail is configured: what somebody waits for is written where the operator sees it. `write` is the terminal, never a log. */
export const terminalTransport = (write: (text: string) => void): MailTransport => ({
  name: 'terminal',
  async send(message) {
    write(NEEDED.includes(message.purpose) ? printed(message) : notMailed(message))
  },
  check: async () => 'none is configured; sign-in links are printed on the terminal',
})

const printed = ({ to, subject, text }: MailMessage): string =>
  `No mail is configured; for ${to}: ${subject}\n\n${text.replace(/^(?=.)/gm, '  ')}\n`

const notMailed = ({ to, subject }: MailMessage): string =>
  `No mail is configured; ${to} was not told: ${subject}\n`
