import { createHash, randomUUID } from 'node:crypto'
import { jsonToLex, lexicons } from '@atproto/api'
import type { Json } from '#testing/http.ts'
import { BlueskyAuthorizationServer } from './bluesky-oauth.ts'
import { type NetworkAnswer, type NetworkRequest, type NetworkServer, serveNetwork } from './server.ts'

// A PDS with one account and an identity directory, as the lexicons of the AT Protocol describe them. The end-to-end tests use a real one.

export interface BlueskyServer extends NetworkServer {
  handle: string
  did: string
  /** The account's own password; app passwords are made with `anAppPassword`. */
  password: string
  anAppPassword(): string
  revoke(password: string): void
  /** Ends all access tokens at once, as time does after two hours. */
  expireSessions(): void
  oauth: BlueskyAuthorizationServer
  /** The number of sessions that can be refreshed. */
  sessions(): number
  /** Other accounts on the network: what their handles resolve to, and the servers that their identities name. */
  strangers: Map<string, { did: string; server: string }>
  /** The records of the posts, by record key. */
  records: Map<string, Json>
  blobs: Map<string, { bytes: number; mediaType: string }>
}

const DID = 'did:plc:abcdefghijklmnopqrstuvwx'
const HANDLE = 'acme.example.com'
const HOURS_MS = 3_600_000

const refusal = (status: number, error: string, message = error): NetworkAnswer => ({
  status,
  json: { error, message },
})

export async function aBlueskyServer(): Promise<BlueskyServer> {
  const password = randomUUID()
  const appPasswords = new Set<string>()
  const access = new Map<string, { password: string; until: number }>()
  const refresh = new Map<string, string>()
  const records = new Map<string, Json>()
  const blobs: BlueskyServer['blobs'] = new Map()
  const strangers: BlueskyServer['strangers'] = new Map()
  const oauth = new BlueskyAuthorizationServer(DID, () => server.origin)

  const server = await serveNetwork(answer, {
    ...refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded'),
    headers: { 'ratelimit-reset': String(Math.ceil(Date.now() / 1_000) + 2) },
  })

  function answer(request: NetworkRequest): NetworkAnswer {
    const { url } = request
    const did = /^\/(did:plc:[a-z2-7]{24})$/.exec(decodeURIComponent(url.pathname))?.[1]
    if (did !== undefined) return identityOf(did)
    const authorization = oauth.answer(request)
    if (authorization) return authorization
    const method = url.pathname.replace('/xrpc/', '')
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    if (method === 'com.atproto.identity.resolveHandle') return resolved(url.searchParams.get('handle') ?? '')
    if (method === 'com.atproto.server.createSession') return signIn(JSON.parse(request.body.toString()))
    if (method === 'com.atproto.server.refreshSession') return renew(token)
    if (method === 'com.atproto.server.deleteSession') return end(token)
    const isOAuth = request.headers.get('authorization')?.startsWith('DPoP ')
    const refused = isOAuth ? oauth.refuse(request) : refuseToken(token)
    if (method === 'com.atproto.repo.getRecord') return read(url)
    if (refused) return refused
    if (method === 'com.atproto.server.getSession') return { status: 200, json: { did: DID, handle: HANDLE } }
    if (method === 'com.atproto.repo.uploadBlob') return upload(request)
    if (method === 'com.atproto.repo.createRecord') return create(JSON.parse(request.body.toString()))
    if (method === 'com.atproto.repo.deleteRecord') {
      records.delete(JSON.parse(request.body.toString()).rkey)
      return { status: 200, json: {} }
    }
    return refusal(501, 'MethodNotImplemented')
  }

  function resolved(handle: string): NetworkAnswer {
    const did = handle === HANDLE ? DID : strangers.get(handle)?.did
    return did === undefined
      ? refusal(400, 'HandleNotFound', 'Unable to resolve handle')
      : { status: 200, json: { did } }
  }

  function identityOf(did: string): NetworkAnswer {
    const [handle, stranger] = [...strangers].find(([, other]) => other.did === did) ?? [HANDLE, null]
    const endpoint = stranger?.server ?? server.origin
    const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: endpoint }]
    const json = {
      '@context': ['https://www.w3.org/ns/did/v1'],
      id: did,
      alsoKnownAs: [`at://${handle}`],
      service,
    }
    return { status: 200, json }
  }

  function signIn({ identifier, password: given }: Json): NetworkAnswer {
    if (![DID, HANDLE].includes(identifier) || (given !== password && !appPasswords.has(given)))
      return refusal(401, 'AuthenticationRequired', 'Invalid identifier or password')
    return { status: 200, json: session(given) }
  }

  function session(given: string) {
    const scope = given === password ? 'com.atproto.access' : 'com.atproto.appPass'
    const until = Date.now() + 2 * HOURS_MS
    const accessJwt = jwt({ scope, sub: DID, exp: Math.floor(until / 1_000) })
    const refreshJwt = jwt({ scope: 'com.atproto.refresh', sub: DID })
    access.set(accessJwt, { password: given, until })
    refresh.set(refreshJwt, given)
    return { did: DID, handle: HANDLE, accessJwt, refreshJwt, active: true }
  }

  /** Refreshes a session. A refresh token works once. */
  function renew(token: string): NetworkAnswer {
    const given = refresh.get(token)
    refresh.delete(token)
    if (given === undefined || !isValid(given)) return refusal(400, 'ExpiredToken', 'Token has been revoked')
    return { status: 200, json: session(given) }
  }

  function end(token: string): NetworkAnswer {
    return refresh.delete(token)
      ? { status: 200 }
      : refusal(400, 'InvalidToken', 'Token could not be verified')
  }

  const isValid = (given: string) => given === password || appPasswords.has(given)

  function refuseToken(token: string): NetworkAnswer | null {
    const found = access.get(token)
    if (!found) return refusal(401, 'InvalidToken', 'Token could not be verified')
    if (found.until <= Date.now() || !isValid(found.password))
      return refusal(400, 'ExpiredToken', 'Token has expired')
    return null
  }

  function read(url: URL): NetworkAnswer {
    const rkey = url.searchParams.get('rkey') ?? ''
    const value = url.searchParams.get('collection') === 'app.bsky.feed.post' ? records.get(rkey) : undefined
    if (!value) return refusal(400, 'RecordNotFound', 'Could not locate record')
    return { status: 200, json: { uri: uriOf(rkey), cid: CID, value } }
  }

  function upload({ body, headers }: NetworkRequest): NetworkAnswer {
    const link = contentId(body)
    blobs.set(link, { bytes: body.length, mediaType: headers.get('content-type') ?? '' })
    const blob = {
      $type: 'blob',
      ref: { $link: link },
      mimeType: headers.get('content-type'),
      size: body.length,
    }
    return { status: 200, json: { blob } }
  }

  function create({ repo, collection, rkey, record }: Json): NetworkAnswer {
    if (repo !== DID || collection !== 'app.bsky.feed.post') return refusal(400, 'InvalidRequest')
    if (!/^[234567abcdefghij][234567a-z]{12}$/.test(rkey))
      return refusal(400, 'InvalidRequest', 'Invalid TID')
    const fault = faultOf(record)
    if (fault) return refusal(400, 'InvalidRequest', fault)
    if (records.has(rkey)) return refusal(500, 'InternalServerError', 'Internal Server Error')
    records.set(rkey, record)
    return { status: 200, json: { uri: uriOf(rkey), cid: CID, validationStatus: 'valid' } }
  }

  function faultOf(record: Json): string | null {
    const { success, error } = validationOf(record)
    if (!success) return `Invalid app.bsky.feed.post record: ${error}`
    const bytes = Buffer.byteLength(record.text)
    for (const { index } of record.facets ?? [])
      if (index.byteEnd > bytes) return 'A facet ends behind the text'
    const used = JSON.stringify(record).match(/"\$link":"[^"]+"/g) ?? []
    const isThere = used.every(link => blobs.has(link.slice(9, -1)))
    return isThere ? null : 'Could not find blob'
  }

  const uriOf = (rkey: string) => `at://${DID}/app.bsky.feed.post/${rkey}`

  return {
    ...server,
    ...{ handle: HANDLE, did: DID, password, oauth, strangers, records, blobs },
    sessions: () => refresh.size + oauth.sessions(),
    anAppPassword() {
      const made = randomUUID()
      appPasswords.add(made)
      return made
    },
    revoke: made => appPasswords.delete(made),
    expireSessions() {
      for (const session of access.values()) session.until = 0
      oauth.expire()
    },
  }
}

const CID = 'bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a'

function validationOf(record: Json): { success: boolean; error: string } {
  try {
    lexicons.assertValidRecord('app.bsky.feed.post', jsonToLex(record))
    return { success: true, error: '' }
  } catch (error) {
    return { success: false, error: String(error) }
  }
}

/** CIDv1 of raw bytes: version, codec, SHA-256, in base 32 (github.com/multiformats/cid). */
function contentId(bytes: Buffer): string {
  const all = Buffer.concat([Buffer.from([1, 0x55, 0x12, 32]), createHash('sha256').update(bytes).digest()])
  const bits = [...all].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const digits = bits.match(/.{1,5}/g) ?? []
  return `b${digits.map(five => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')}`
}

const jwt = (claims: object): string =>
  [{ alg: 'none' }, { ...claims, jti: randomUUID() }, {}]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
