import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Json } from '#testing/http.ts'
import { mastodonOAuthServer, refusal } from './mastodon-oauth.ts'
import {
  formOf,
  type NetworkAnswer,
  type NetworkRequest,
  type NetworkServer,
  serveNetwork,
} from './server.ts'

// A server with the API that docs.joinmastodon.org describes, which refuses what Mastodon is documented to refuse.

interface MastodonStatus {
  id: string
  text: string
  visibility: string
  language: string | null
  media: string[]
  createdAt: number
  editedAt: number | null
}

export interface MastodonServer extends NetworkServer {
  /** An access token of the account, by default with all scopes that posting needs. */
  aToken(scopes?: string): string
  revoke(token: string): void
  /** The number of registered applications. */
  apps(): number
  /** The number of tokens that give access. */
  grants(): number
  /** Forgets the applications and the access that they had, as a server that is set up anew. */
  forget(): void
  /** A person agrees on the page at this address. Returns the address that they are redirected to. */
  agree(address: string): URL
  statuses: MastodonStatus[]
  /** Sets whether the account's statuses are listed; on a real server, a new status is missing for a while. */
  showStatuses(isShown: boolean): void
  /** Sets the server's clock. */
  setClock(now: () => number): void
  /** The uploaded media by id, with their size and alternative text. */
  media: Map<string, { bytes: number; description: string | null }>
}

const SCOPES = 'read:accounts read:statuses write:statuses write:media'
const MAX_CHARACTERS = 500
const URL_LENGTH = 23
const IMAGE_LIMIT = 200_000
const DESCRIPTION_LIMIT = 1_500
const ACCOUNT = '109000000000000001'

const avatar = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#3355aa' } })
    .png()
    .toBuffer()

const KEY_MS = 3_600_000

/** Starts a Mastodon server. Unless `forgetful`, it keeps idempotency keys for an hour. `namesIssuer` makes it follow RFC 9207. */
export async function aMastodonServer({
  forgetful = false,
  namesIssuer = false,
} = {}): Promise<MastodonServer> {
  const oauth = mastodonOAuthServer(() => (namesIssuer ? metadata().issuer : null))
  const { tokens } = oauth
  const statuses: MastodonStatus[] = []
  const media: MastodonServer['media'] = new Map()
  const processing = new Map<string, number>()
  const idempotent = new Map<string, { status: MastodonStatus; until: number }>()
  let now = () => Date.now()
  let isListShown = true
  let last = 110_000_000_000_000_000n

  const server = await serveNetwork(answer, {
    ...refusal(429, 'Too many requests'),
    headers: { 'x-ratelimit-reset': new Date(Date.now() + 2_000).toISOString() },
  })

  async function answer(request: NetworkRequest): Promise<NetworkAnswer> {
    const { method, url } = request
    const route = `${method} ${url.pathname}`
    if (route === 'GET /api/v2/instance') return { status: 200, json: instance() }
    if (route === 'GET /.well-known/oauth-authorization-server') return { status: 200, json: metadata() }
    if (route === 'GET /avatar.png')
      return { status: 200, bytes: await avatar(), headers: { 'content-type': 'image/png' } }
    if (route === 'POST /api/v1/apps') return oauth.register(JSON.parse(request.body.toString()))
    if (route === 'POST /oauth/token') return oauth.exchange(JSON.parse(request.body.toString()))
    if (route === 'POST /oauth/revoke') return oauth.end(JSON.parse(request.body.toString()))
    const scopes = tokens.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '')?.split(' ')
    if (!scopes) return refusal(401, 'The access token is invalid')
    const needs = (scope: string) => scopes.includes(scope) || scopes.includes(scope.split(':')[0] ?? '')
    const outside = refusal(403, 'This action is outside the authorized scopes')
    if (route === 'GET /api/v1/accounts/verify_credentials')
      return needs('read:accounts') ? { status: 200, json: account() } : outside
    if (route === 'POST /api/v2/media') return needs('write:media') ? upload(request) : outside
    if (route.startsWith('GET /api/v1/media/')) return needs('write:media') ? processed(lastOf(url)) : outside
    if (route === 'POST /api/v1/statuses') return needs('write:statuses') ? post(request) : outside
    if (route === `GET /api/v1/accounts/${ACCOUNT}/statuses`)
      return needs('read:statuses') ? list(url) : outside
    const [, id = '', more] = /^\/api\/v1\/statuses\/(\d+)(\/source)?$/.exec(url.pathname) ?? []
    const status = statuses.find(one => one.id === id)
    if (!status) return refusal(404, 'Record not found')
    if (method === 'GET' && more)
      return needs('read:statuses') ? { status: 200, json: { id, text: status.text } } : outside
    if (method === 'GET') return { status: 200, json: statusForm(status) }
    if (!needs('write:statuses')) return outside
    if (method === 'DELETE') {
      statuses.splice(statuses.indexOf(status), 1)
      return { status: 200, json: { ...statusForm(status), text: status.text } }
    }
    if (method === 'PUT') return edit(status, request)
    return refusal(404, 'Not found')
  }

  const metadata = () => ({
    issuer: `${server.origin}/`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: namesIssuer,
  })

  const lastOf = (url: URL) => url.pathname.split('/').at(-1) ?? ''

  const instance = () => ({
    domain: new URL(server.origin).host,
    version: '4.5.0',
    configuration: {
      statuses: {
        max_characters: MAX_CHARACTERS,
        max_media_attachments: 4,
        characters_reserved_per_url: URL_LENGTH,
      },
      media_attachments: { image_size_limit: IMAGE_LIMIT, description_limit: DESCRIPTION_LIMIT },
    },
  })

  const account = () => ({
    id: ACCOUNT,
    username: 'acme',
    acct: 'acme',
    display_name: 'Acme',
    url: `${server.origin}/@acme`,
    avatar: `${server.origin}/avatar.png`,
  })

  const statusForm = (status: MastodonStatus) => ({
    id: status.id,
    created_at: new Date(status.createdAt).toISOString(),
    edited_at: status.editedAt === null ? null : new Date(status.editedAt).toISOString(),
    visibility: status.visibility,
    language: status.language,
    uri: `${server.origin}/users/acme/statuses/${status.id}`,
    url: `${server.origin}/@acme/${status.id}`,
    content: `<p>${status.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n\n', '</p><p>')}</p>`,
    account: account(),
    media_attachments: status.media.map(id => ({
      id,
      type: 'image',
      description: media.get(id)?.description,
    })),
  })

  async function upload(request: NetworkRequest): Promise<NetworkAnswer> {
    const form = await formOf(request)
    const file = form.get('file')
    const description = form.get('description')
    if (!(file instanceof File)) return refusal(422, "Validation failed: File can't be blank")
    const bytes = Buffer.from(await file.arrayBuffer())
    if (bytes.length > IMAGE_LIMIT) return refusal(422, 'Validation failed: File size exceeds the limit')
    if (String(description ?? '').length > DESCRIPTION_LIMIT)
      return refusal(422, 'Validation failed: Description is too long')
    const format = await sharp(bytes)
      .metadata()
      .catch(() => null)
    if (format === null)
      return refusal(422, 'Validation failed: File type of uploaded media could not be verified')
    const id = String(++last)
    media.set(id, { bytes: bytes.length, description: description === null ? null : String(description) })
    processing.set(id, 1)
    return { status: 202, json: { id, type: 'image', url: null } }
  }

  function processed(id: string): NetworkAnswer {
    if (!media.has(id)) return refusal(404, 'Record not found')
    const left = processing.get(id) ?? 0
    processing.set(id, left - 1)
    if (left > 0) return { status: 206, json: { id, type: 'image', url: null } }
    return { status: 200, json: { id, type: 'image', url: `${server.origin}/media/${id}.png` } }
  }

  function post(request: NetworkRequest): NetworkAnswer {
    const input: Json = JSON.parse(request.body.toString())
    const key = request.headers.get('idempotency-key')
    const before = key === null ? undefined : idempotent.get(key)
    if (before && now() < before.until)
      return statuses.includes(before.status)
        ? { status: 200, json: statusForm(before.status) }
        : refusal(404, 'Record not found')
    const fault = faultOf(input)
    if (fault) return refusal(422, fault)
    const status: MastodonStatus = {
      ...{ id: String(++last), text: input.status, visibility: input.visibility ?? 'public' },
      ...{
        language: input.language ?? null,
        media: input.media_ids ?? [],
        createdAt: now(),
        editedAt: null,
      },
    }
    statuses.push(status)
    if (key !== null && !forgetful) idempotent.set(key, { status, until: now() + KEY_MS })
    return { status: 200, json: statusForm(status) }
  }

  function faultOf(input: Json): string | null {
    const text = String(input.status ?? '').trim()
    const ids: string[] = input.media_ids ?? []
    if (text === '' && ids.length === 0) return "Validation failed: Text can't be blank"
    const length = [...new Intl.Segmenter().segment(text.replace(/https?:\/\/\S+/g, 'x'.repeat(URL_LENGTH)))]
      .length
    if (length > MAX_CHARACTERS)
      return `Validation failed: Text character limit of ${MAX_CHARACTERS} exceeded`
    if (ids.some(id => !media.has(id) || (processing.get(id) ?? 0) >= 0))
      return 'Cannot attach files that have not finished processing. Try again in a moment!'
    if (input.visibility && !['public', 'unlisted', 'private', 'direct'].includes(input.visibility))
      return 'Validation failed: Visibility is not included in the list'
    if (input.language && !/^[a-z]{2,3}$/.test(input.language))
      return 'Validation failed: Language is invalid'
    return null
  }

  function edit(status: MastodonStatus, request: NetworkRequest): NetworkAnswer {
    const input: Json = JSON.parse(request.body.toString())
    const fault = faultOf(input)
    if (fault) return refusal(422, fault)
    const language = input.language ?? status.language
    Object.assign(status, { text: input.status, language, media: input.media_ids ?? [], editedAt: now() })
    return { status: 200, json: statusForm(status) }
  }

  function list(url: URL): NetworkAnswer {
    if (!isListShown) return { status: 200, json: [] }
    const before = url.searchParams.get('max_id')
    const newest = statuses.toReversed().filter(({ id }) => before === null || BigInt(id) < BigInt(before))
    const limit = Math.min(40, Number(url.searchParams.get('limit') ?? 20))
    return { status: 200, json: newest.slice(0, limit).map(statusForm) }
  }

  return {
    ...server,
    statuses,
    media,
    showStatuses(isShown) {
      isListShown = isShown
    },
    setClock(clock) {
      now = clock
    },
    aToken(scopes = SCOPES) {
      const token = randomUUID()
      tokens.set(token, scopes)
      return token
    },
    revoke: token => tokens.delete(token),
    apps: oauth.apps,
    grants: () => tokens.size,
    forget: oauth.forget,
    agree: oauth.agree,
  }
}
