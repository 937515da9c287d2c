import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { z } from 'zod'
import type { Person } from '#accounts/people.ts'
import { AppError } from '#platform/errors.ts'
import type { ASSERTION, REGISTRATION } from './answers.ts'
import type { Passkey, PublicPasskey } from './store.ts'

/** The site that passkeys are for. */
export interface RelyingParty {
  /** The host name of the dashboard. */
  id: string
  origin: string
}

/** The accepted algorithms (ES256, EdDSA, RS256), which each supported Node.js can verify. The preferred one is first. */
const ALGORITHMS = [-7, -8, -257]

/** The results of extensions, none of which is requested. */
const NO_EXTENSIONS = { clientExtensionResults: {} }

/** The options with which a browser makes a passkey on a device that has none of the known ones. */
export async function registrationOptions(
  party: RelyingParty,
  person: Person,
  known: readonly Passkey[],
  timeout: number,
) {
  const { extensions: _, ...options } = await generateRegistrationOptions({
    rpName: 'Tidings',
    rpID: party.id,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    timeout,
  })
  return options
}

/** The options with which a browser signs with any passkey that it has for the site. */
export async function assertionOptions(party: RelyingParty, timeout: number) {
  const { extensions: _, ...options } = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    timeout,
  })
  return options
}

/** Checks a new passkey. Throws `invalid_parameter` unless it was made for this site and challenge by a person whom their device recognized. */
export async function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  response: z.infer<typeof REGISTRATION>,
): Promise<PublicPasskey> {
  const { verified, registrationInfo } = await orRefused(() => {
    refuseCertificates(response.response.attestationObject)
    return verifyRegistrationResponse({
      response: { ...response, ...NO_EXTENSIONS },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
  })
  if (!verified) throw refused()
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
}

/** Checks what a passkey signed and gives its new count. Throws `invalid_parameter`. */
export async function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  { id, publicKey, counter }: PublicPasskey,
  response: z.infer<typeof ASSERTION>,
): Promise<number> {
  const { verified, authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      response: { ...response, ...NO_EXTENSIONS },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter },
    }),
  )
  if (!verified) throw refused()
  return authenticationInfo.newCounter
}

/**
 * Refuses attestations with a certificate. The library would fetch a revocation list from an address that a
 * stranger chose. An attestation without one proves nothing about the device, which is not needed.
 */
function refuseCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfSigned) throw new Error(`Attestation in the format ${format}`)
}

/** Turns the library's errors for invalid input into ours. */
async function orRefused<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    throw refused(cause)
  }
}

const refused = (cause?: unknown) =>
  new AppError('invalid_parameter', 'This passkey was not accepted. Try again, or sign in another way.', {
    cause,
  })
