import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LINKEDIN_WORDS } from './linkedin/api.ts'
import { MASTODON_WORDS } from './mastodon/api.ts'
import { inPlainWords, notConnected, type PlainWords } from './plain-words.ts'
import { X_WORDS } from './x/api.ts'

/** Messages of these networks, each with the instruction for the person who connects an account. */
const SAID: [PlainWords, said: string, told: RegExp][] = [
  [MASTODON_WORDS, 'The access token is invalid', /Connect the account again/],
  [MASTODON_WORDS, 'This action is outside the authorized scopes', /does not allow posting/],
  [
    MASTODON_WORDS,
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
    /Begin again/,
  ],
  [
    MASTODON_WORDS,
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
    /does not know this Tidings/,
  ],
  [X_WORDS, 'Value passed for the authorization code was invalid.', /Begin again/],
  [X_WORDS, 'Value passed for the token was invalid.', /Connect the account again/],
  [X_WORDS, 'Unauthorized', /Connect the account again/],
  [X_WORDS, 'Missing valid authorization header', /TIDINGS_X_CLIENT_SECRET/],
  [
    X_WORDS,
    'When authenticating requests to the Twitter API v2 endpoints, you must use keys and tokens from a Twitter developer App that is attached to a Project.',
    /developer\.x\.com/,
  ],
  [LINKEDIN_WORDS, 'The token used in the request has expired', /Connect the account again/],
  [LINKEDIN_WORDS, 'Invalid access token', /Connect the account again/],
  [
    LINKEDIN_WORDS,
    'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
    /Begin again/,
  ],
  [LINKEDIN_WORDS, 'Client authentication failed', /TIDINGS_LINKEDIN_CLIENT_SECRET/],
  [LINKEDIN_WORDS, 'Scope "w_member_social" is not authorized for your application', /Share on LinkedIn/],
  [LINKEDIN_WORDS, 'Not enough permissions to access: posts.CREATE', /administrators/],
]

test('what networks say to developers is told in words that help a person', () => {
  for (const [words, said, told] of SAID) assert.match(inPlainWords(words, said), told, said)
  assert.equal(
    inPlainWords(X_WORDS, 'Something new', 'X answered 400: Something new.'),
    'X answered 400: Something new.',
  )
})

test('who presses Cancel is told that nothing was connected', () => {
  const back = (parameters: Record<string, string>) =>
    notConnected('LinkedIn', LINKEDIN_WORDS, new URLSearchParams(parameters)).message
  for (const error of ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'])
    assert.equal(
      back({ error, error_description: 'The user cancelled LinkedIn authorization' }),
      'You did not allow it on LinkedIn. Nothing was connected.',
    )
  assert.equal(
    back({ error: 'server_error', error_description: 'Try later.' }),
    'LinkedIn did not connect the account: Try later.',
  )
  assert.match(
    back({
      error: 'unauthorized_scope_error',
      error_description: 'Scope &quot;openid&quot; is not authorized for your application',
    }),
    /Share on LinkedIn/,
  )
})
