import { z } from 'zod'
import { clip, safeLine } from '#platform/text.ts'
import { OAuthError } from './fault.ts'
import { isAllowedRedirectUri } from './redirects.ts'

/** A program that asks to be let in. Nothing that it says of itself is proven but its addresses. */
export interface OAuthClient {
  /** A UUID where it registered itself, else the address of its metadata document. */
  id: string
  name: string
  redirectUris: readonly string[]
}

const MOST_ADDRESSES = 20
/** Of all addresses of a client together. */
const MOST_ADDRESS_BYTES = 4_000
const MOST_NAME = 80
const NAMELESS = 'A program without a name'

/** What we read of RFC 7591 §2; all else is left out, as the standard has it. */
const METADATA = z.object({
  client_name: z.string().optional().catch(undefined),
  redirect_uris: z
    .array(z.string())
    .min(1)
    .max(MOST_ADDRESSES)
    .refine(addresses => Buffer.byteLength(JSON.stringify(addresses)) <= MOST_ADDRESS_BYTES),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
})

export type ClientMetadata = z.infer<typeof METADATA>

/** `invalid_client_metadata` or `invalid_redirect_uri` where what a client says of itself cannot be used. */
export function clientMetadataFrom(given: unknown): ClientMetadata {
  const read = METADATA.safeParse(given)
  if (!read.success) {
    const isAboutAddresses = read.error.issues.some(issue => issue.path[0] === 'redirect_uris')
    throw isAboutAddresses ? badAddresses() : unusable('The metadata of a client is a JSON object.')
  }
  const { grant_types = ['authorization_code'], response_types = ['code'] } = read.data
  if (!grant_types.includes('authorization_code') || !response_types.includes('code'))
    throw unusable('Here clients get codes: grant type authorization_code, response type code.')
  return read.data
}

const unusable = (sentence: string) => new OAuthError('invalid_client_metadata', sentence)

const badAddresses = () =>
  new OAuthError(
    'invalid_redirect_uri',
    `redirect_uris is a list of 1 to ${MOST_ADDRESSES} addresses, of at most ${MOST_ADDRESS_BYTES} bytes together: https, http on 127.0.0.1, [::1] or localhost, cursor: or vscode:, without fragment and user name.`,
  )

/** `invalid_redirect_uri` where one of its addresses will not do. */
export function requireRedirectUris(addresses: readonly string[]): void {
  if (!addresses.every(isAllowedRedirectUri)) throw badAddresses()
}

/** What is shown of its name: one line, without what cannot be seen. */
export const clientName = ({ client_name = '' }: ClientMetadata): string =>
  clip(safeLine(client_name.slice(0, 1_000)), MOST_NAME) || NAMELESS
