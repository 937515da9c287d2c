import { z } from 'zod'

const bytes = z.base64url().max(8192)
const id = z.base64url().min(1).max(1400)
const credential = {
  id,
  rawId: id,
  type: z.literal('public-key'),
}

/** The response of a browser that has made a passkey: `toJSON()` of the credential (WebAuthn, section 5.1). */
export const REGISTRATION = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})

/** The response of a browser that has signed with a passkey. */
export const ASSERTION = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
})
