import type { PlainWords } from '../plain-words.ts'

/** Mastodon's messages are in the language of the server, so not all of them match. Otherwise its own words are quoted. */
export const MASTODON_WORDS: PlainWords = [
  [
    /access token (?:is invalid|was revoked|has expired|expired)/,
    'The server does not accept the access token: it was revoked, has ended or is not complete. Connect the account again.',
  ],
  [
    /Client authentication failed/,
    'The server does not know this Tidings any more. Disconnect the account, and connect it again.',
  ],
  [/authorization grant is invalid/, 'Connecting took too long, or the answer was used before. Begin again.'],
  [
    /outside the authorized scopes/,
    'The access does not allow posting. Connect the account again, or with a token that may read accounts and statuses and write statuses and media.',
  ],
  [/login is currently disabled|account is (?:suspended|disabled)/i, 'The server has disabled this account.'],
]
