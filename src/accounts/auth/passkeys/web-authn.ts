import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#platform/errors.ts'

/** The site that passkeys are for. */
export interface RelyingParty {
  /** Its host name. */
  id: string
  origin: string
}

const bytes = z.base64url().max(4096)
const id = z.base64url().min(1).max(1400)

/** What a browser answers when it has made a passkey: `toJSON()` of the credential (WebAuthn §5.1). */
export const REGISTRATION = z.object({
  id,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    publicKey: bytes,
    publicKeyAlgorithm: z.int(),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})

/** What it answers when it has signed with one. */
export const ASSERTION = z.object({
  id,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
})

/** What is stored of a passkey to check what it signs. */
export interface PublicPasskey {
  id: string
  /** DER (SPKI), base64url. */
  publicKey: string
  algorithm: number
  /** How often it was used, as it counts itself; 0 when it does not count. */
  counter: number
}

/** COSE algorithms with what Node calls their keys and hashes, the preferred first. */
const ALGORITHMS: Record<number, { isKey(key: KeyObject): boolean; hash: string | null }> = {
  [-7]: {
    isKey: key => key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1',
    hash: 'sha256',
  },
  [-8]: { isKey: key => key.asymmetricKeyType === 'ed25519', hash: null },
  [-257]: { isKey: key => key.asymmetricKeyType === 'rsa', hash: 'sha256' },
}
export const ALGORITHM_IDS: readonly number[] = [-7, -8, -257]

/**
 * Checks a new passkey (WebAuthn §7.1 without attestation: which device it is on does not matter). Throws `invalid_parameter` unless it
 * was made for this site and challenge by a person whom their device has recognized.
 */
export function verifyRegistration(
  party: RelyingParty,
  challenge: string,
  { id, response }: z.infer<typeof REGISTRATION>,
): PublicPasskey {
  requireClientData(response.clientDataJSON, 'webauthn.create', challenge, party)
  const data = decoded(response.authenticatorData)
  const counter = requireAuthenticator(data, party)
  const length = data.length < 55 ? 0 : data.readUInt16BE(53)
  if (!data.subarray(55, 55 + length).equals(decoded(id))) throw refused()
  const { publicKey, publicKeyAlgorithm: algorithm } = response
  keyOf({ publicKey, algorithm })
  return { id, publicKey, algorithm, counter }
}

/** Checks what a passkey signed (WebAuthn §7.2) and gives its new count. Throws `invalid_parameter`. */
export function verifyAssertion(
  party: RelyingParty,
  challenge: string,
  passkey: PublicPasskey,
  { response }: z.infer<typeof ASSERTION>,
): number {
  requireClientData(response.clientDataJSON, 'webauthn.get', challenge, party)
  const data = decoded(response.authenticatorData)
  const counter = requireAuthenticator(data, party)
  const signed = Buffer.concat([data, sha256(decoded(response.clientDataJSON))])
  const { key, hash } = keyOf(passkey)
  if (!verify(hash, signed, key, decoded(response.signature))) throw refused()
  // A copy of a passkey that counts is found out by its count.
  const counts = counter > 0 || passkey.counter > 0
  if (counts && counter <= passkey.counter) throw refused()
  return counter
}

const CLIENT_DATA = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
})

function requireClientData(text: string, type: string, challenge: string, { origin }: RelyingParty): void {
  const said = parsed(decoded(text).toString())
  const fits = said.type === type && said.challenge === challenge && said.origin === origin
  if (!fits || said.crossOrigin === true) throw refused()
}

function parsed(json: string): z.infer<typeof CLIENT_DATA> {
  try {
    return CLIENT_DATA.parse(JSON.parse(json))
  } catch (cause) {
    throw refused(cause)
  }
}

const PRESENT = 0b001
const VERIFIED = 0b100

/** The device names the site by its hash, says that somebody was there and recognized, and counts. */
function requireAuthenticator(data: Buffer, party: RelyingParty): number {
  const isForSite = data.length >= 37 && data.subarray(0, 32).equals(sha256(Buffer.from(party.id)))
  const flags = data[32] ?? 0
  if (!isForSite || (flags & PRESENT) === 0 || (flags & VERIFIED) === 0) throw refused()
  return data.readUInt32BE(33)
}

function keyOf({ publicKey, algorithm }: Pick<PublicPasskey, 'publicKey' | 'algorithm'>) {
  const known = ALGORITHMS[algorithm]
  const key = importedKey(publicKey)
  if (!known?.isKey(key)) throw refused()
  return { key, hash: known.hash }
}

function importedKey(publicKey: string): KeyObject {
  try {
    return createPublicKey({ key: decoded(publicKey), format: 'der', type: 'spki' })
  } catch (cause) {
    throw refused(cause)
  }
}

const decoded = (text: string): Buffer => Buffer.from(text, 'base64url')
const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest()

const refused = (cause?: unknown) =>
  new AppError('invalid_parameter', 'This passkey does not fit. Try again, or sign in another way.', {
    cause,
  })
