import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'

/** A certificate that signs itself, for a server on this machine. */
export interface Certificate {
  cert: string
  key: string
}

// DER (X.690) by hand: Node reads certificates but makes none.
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .slice(2)
        .replace(/[-:T]|\..*$/g, '')}Z`,
    ),
  )

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const NAME = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))))
const ALTERNATIVE_NAMES = sequence(
  oid('551d11'),
  der(0x04, sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
)
const IS_AUTHORITY = sequence(oid('551d13'), der(0x04, sequence(der(0x01, Buffer.from([0xff])))))
const DAY_MS = 86_400_000

/** Makes a certificate for `localhost` and 127.0.0.1 that is good from a day ago until a day from now. */
export function selfSigned(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const serial = randomBytes(8)
  serial.writeUInt8(1, 0)
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_SHA256,
    NAME,
    sequence(utcTime(new Date(Date.now() - DAY_MS)), utcTime(new Date(Date.now() + DAY_MS))),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(IS_AUTHORITY, ALTERNATIVE_NAMES)),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  return {
    cert: new X509Certificate(whole).toString(),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
