import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Overrides of what a device states in a signature. */
interface Saying {
  origin?: string
  site?: string
  flags?: number
  type?: string
  counter?: number
}

type Statement = number | Uint8Array | Uint8Array[]

/** A device with one passkey. Its answers have the form in which a browser passes them on. */
export interface Authenticator {
  id: string
  /** The answer to a request to create the passkey, with an attestation of this format and statement. */
  make(challenge: string, format?: string, statement?: Map<string, Statement>): object
  /** The answer to a request to sign in with the passkey. */
  sign(challenge: string, saying?: Saying): object
}

const USER_IS_THERE_AND_KNOWN = 0b101
const HAS_KEY = 0b1000000

export function anAuthenticator(ownOrigin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(16)
  const id = credential.toString('base64url')
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (site: string, flags: number, counter: number) => {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(Buffer.from(site)), rest])
  }
  const answer = (response: object) => ({ id, rawId: id, type: 'public-key', response })
  const ownSite = new URL(ownOrigin).hostname
  return {
    id,
    make(challenge, format = 'none', statement = new Map()) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const data = authenticatorData(ownSite, USER_IS_THERE_AND_KNOWN | HAS_KEY, 0)
      const made = Buffer.concat([data, Buffer.alloc(16), length, credential, coseKey(publicKey)])
      const attestation = new Map<string, string | Map<string, Statement> | Uint8Array>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', Uint8Array.from(made)],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, ownOrigin).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      })
    },
    sign(challenge, saying = {}) {
      const { origin = ownOrigin, site = ownSite, flags = USER_IS_THERE_AND_KNOWN } = saying
      const said = clientData(saying.type ?? 'webauthn.get', challenge, origin)
      const data = authenticatorData(site, flags, saying.counter ?? 0)
      const signature = sign('sha256', Buffer.concat([data, sha256(said)]), privateKey)
      return answer({
        clientDataJSON: said.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

/** A key of ES256 as authenticators write it (RFC 9053 §7.1.1). */
function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (part: string) => Uint8Array.from(Buffer.from(part, 'base64url'))
  const [type, algorithm, curve] = [2, -7, 1]
  const parts: [number, number | Uint8Array][] = [
    [1, type],
    [3, algorithm],
    [-1, curve],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]
  return isoCBOR.encode(new Map(parts))
}

const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest()
