import type { PlainWords } from '../plain-words.ts'

const APPLICATION = 'Check TIDINGS_X_CLIENT_ID and TIDINGS_X_CLIENT_SECRET.'

export const X_WORDS: PlainWords = [
  [
    /authorization code was invalid|invalid_grant/,
    'Connecting took too long, or the answer was used before. Begin again.',
  ],
  [
    /^Unauthorized$|for the token was invalid/,
    'X does not accept the access token: it was revoked, has ended or is not complete. Connect the account again.',
  ],
  [
    /Missing valid authorization header|unauthorized_client|invalid_client/,
    `X refuses the application of this server. ${APPLICATION}`,
  ],
  [
    /client-not-enrolled|attached to a Project|subset of X API/i,
    'The application of this server may not post on X. Add it to a project with a plan that allows it, at developer.x.com.',
  ],
  [
    /CreditsDepleted|does not have any credits/i,
    'The application of this server has no credits left at X. Buy some at developer.x.com.',
  ],
]
