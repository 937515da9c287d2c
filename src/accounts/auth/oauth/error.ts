/** The codes of RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2 and RFC 8707 §2 that we answer with. */
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

/** What a client is told in the words of its protocol. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode

  /** The sentence has no quotes and no letters but those of ASCII: the protocol allows neither. */
  constructor(code: OAuthErrorCode, sentence: string) {
    super(sentence)
    this.name = 'OauthFault'
    this.code = code
  }
}

/** Somebody sent what was used before: they, or whoever used it, have stolen it. What came of it is ended. */
export class ReuseError extends OAuthError {
  constructor() {
    super('invalid_grant', 'It was used before, so all that came of it is revoked.')
  }
}
