/** The error codes that we use, from RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2 and RFC 8707 §2. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** An error response of the OAuth protocol. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode

  /** The sentence must be ASCII without quotes, as the protocol requires. */
  constructor(code: OAuthErrorCode, sentence: string) {
    super(sentence)
    this.name = 'OAuthError'
    this.code = code
  }
}

/** A code or refresh token was used twice, so one of the two users stole it. Everything derived from it is revoked. */
export class ReuseError extends OAuthError {
  constructor() {
    super('invalid_grant', 'It was used before, so all that came of it is revoked.')
  }
}
