import type { NodemailerError } from 'nodemailer'
import { MailFailure, type MailFailureReason } from '../failure.ts'

/** What nodemailer threw, as a failure of ours. The library's own sentence quotes addresses, so it is only kept as the cause. */
export const failureOf = (error: NodemailerError): MailFailure =>
  new MailFailure(reasonOf(error), { cause: error })

function reasonOf(error: NodemailerError): MailFailureReason {
  const { code = '', originalCode = '', responseCode } = error
  if (MISCONFIGURED.has(code) || CERTIFICATE.test(originalCode)) return 'misconfigured'
  return responseCode === undefined ? 'unreachable' : answerReason(error)
}

/** What the operator can mend; until then another try may help. */
const MISCONFIGURED: ReadonlySet<string> = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'ECONFIG'])

/** OpenSSL's and Node's names for a certificate that is not trusted and for a server that speaks no TLS. */
const CERTIFICATE = /CERT|^UNABLE_TO_|^ERR_(?:TLS|SSL)_/

function answerReason(error: NodemailerError): MailFailureReason {
  const { command = '', responseCode = 0, response = '', permanent } = error
  if (permanent !== true) return 'try_later'
  if (command === 'RCPT TO' && isNobody(responseCode, response)) return 'no_such_address'
  // A server that refuses us at the door, or our own address, refuses every mail: that is for the operator.
  return command === 'RCPT TO' || command === 'DATA' ? 'refused' : 'misconfigured'
}

/**
 * RFC 3463 §3.2: the class of an enhanced status code that speaks of the address itself. A bare 550 is as often a policy (an
 * unwelcome sender, a full blocklist), so it does not prove that the mailbox is gone.
 */
const isNobody = (code: number, response: string): boolean =>
  code >= 550 && /^5\d\d[ -]5\.1\.(?:1|2|3|6|10)\b/.test(response)
