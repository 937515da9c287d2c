import type { PlainWords } from '../plain-words.ts'

export const LINKEDIN_WORDS: PlainWords = [
  [
    /access token.{0,60}(?:expired|revoked|invalid)|(?:expired|revoked|invalid) access token|token used in the request has (?:expired|been revoked)/i,
    'LinkedIn does not accept the access token: it was revoked, has ended or is not complete. Connect the account again.',
  ],
  [
    /authorization code (?:not found|expired)|code verifier does not match/i,
    'Connecting took too long, or the answer was used before. Begin again.',
  ],
  [
    /Client authentication failed|invalid_client/,
    'LinkedIn refuses the application of this server. Check TIDINGS_LINKEDIN_CLIENT_ID and TIDINGS_LINKEDIN_CLIENT_SECRET.',
  ],
  [
    /not authorized for your application/i,
    'LinkedIn has not approved the application of this server for posting. Add the products “Sign In with LinkedIn” and “Share on LinkedIn” to it at developer.linkedin.com; posts of organizations need “Community Management API”.',
  ],
  [
    /Not enough permissions/,
    'LinkedIn does not allow this with the access that it gave. For an organization, be one of its administrators, and have the application approved for community management.',
  ],
]
