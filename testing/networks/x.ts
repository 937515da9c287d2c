import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import twitterText from 'twitter-text'
import type { Json } from '#testing/http.ts'
import {
  type Application,
  AuthorizationCodes,
  anApplication,
  bearerOf,
  formIn,
  grantRefusal,
} from './oauth.ts'
import {
  formOf,
  type NetworkAnswer,
  type NetworkRequest,
  type NetworkServer,
  serveNetwork,
} from './server.ts'

// A server with the API that docs.x.com/x-api describes, with X's documented refusals. Texts are measured by twitter-text.

interface XPostOnServer {
  id: string
  text: string
  media: string[]
  createdAt: number
}

export interface XServer extends NetworkServer {
  application: Application
  /** A refresh token of the account, by default with all scopes that posting needs. */
  aRefreshToken(scopes?: string): string
  /** The number of valid access and refresh tokens. */
  grants(): number
  /** Ends all access tokens, as time does after two hours. */
  expireTokens(): void
  /** Revokes the application's access, as the person would. */
  revoke(): void
  /** A person agrees on the page at this address. Returns the address that they are redirected to. */
  agree(address: string): URL
  /** Sets whether the account's timeline shows its posts; on X, a new post is missing for a while. */
  showTimeline(isShown: boolean): void
  posts: XPostOnServer[]
  /** The uploaded media by id, with their size and alternative text. */
  media: Map<string, { bytes: number; description: string | null }>
}

const SCOPES = 'tweet.read tweet.write users.read media.write offline.access'
const ACCOUNT = { id: '2244994945', name: 'Acme', username: 'acme' }
const IMAGE_LIMIT = 5_000_000
const ALT_LIMIT = 1_000

const problem = (status: number, title: string, detail: string): NetworkAnswer => ({
  status,
  json: { type: 'about:blank', title, status, detail },
})
const forbidden = (detail: string) => problem(403, 'Forbidden', detail)

/** Starts a server that stands for X. Unless it is `forgetful`, it refuses a text that repeats a post. */
export async function anXServer({ forgetful = false } = {}): Promise<XServer> {
  const application = anApplication()
  const codes = new AuthorizationCodes()
  const access = new Map<string, { scopes: string[]; until: number }>()
  const refresh = new Map<string, string>()
  const posts: XPostOnServer[] = []
  const media: XServer['media'] = new Map()
  const processing = new Map<string, number>()
  let last = 1_800_000_000_000_000_000n
  let isTimelineShown = true

  const server = await serveNetwork(answer, {
    ...problem(429, 'Too Many Requests', 'Too Many Requests'),
    headers: {
      'x-rate-limit-remaining': '0',
      'x-rate-limit-reset': String(Math.ceil(Date.now() / 1_000) + 2),
    },
  })

  async function answer(request: NetworkRequest): Promise<NetworkAnswer> {
    const { method, url } = request
    const route = `${method} ${url.pathname}`
    if (route === 'POST /2/oauth2/token') return grant(request)
    if (route === 'POST /2/oauth2/revoke') return end(request)
    const session = access.get(bearerOf(request))
    if (!session || session.until < Date.now()) return problem(401, 'Unauthorized', 'Unauthorized')
    const needs = (...scopes: string[]) => scopes.every(scope => session.scopes.includes(scope))
    const outside = forbidden('Your client app is not configured with the appropriate scopes.')
    if (route === 'GET /2/users/me')
      return needs('users.read', 'tweet.read') ? { status: 200, json: { data: ACCOUNT } } : outside
    if (route === 'POST /2/media/upload') return needs('media.write') ? upload(request) : outside
    if (route === 'GET /2/media/upload')
      return needs('media.write') ? processed(url.searchParams.get('media_id') ?? '') : outside
    if (route === 'POST /2/media/metadata') return needs('media.write') ? describe(request) : outside
    if (route === 'POST /2/tweets') return needs('tweet.write', 'users.read') ? post(request) : outside
    if (route === `GET /2/users/${ACCOUNT.id}/tweets`) return needs('tweet.read') ? list(url) : outside
    const [, id = ''] = /^\/2\/tweets\/(\d+)$/.exec(url.pathname) ?? []
    if (method === 'GET' && id) return needs('tweet.read') ? read(id) : outside
    if (method === 'DELETE' && id) return needs('tweet.write') ? remove(id) : outside
    return problem(404, 'Not Found', 'Not Found')
  }

  /** Grants tokens. A refresh token works once. */
  function grant(request: NetworkRequest): NetworkAnswer {
    if (!isApplication(request)) return grantRefusal('invalid_client', 'Missing valid authorization header')
    const form = formIn(request)
    const token = form.get('refresh_token') ?? ''
    const isRefresh = form.get('grant_type') === 'refresh_token'
    const scopes = isRefresh ? (refresh.get(token) ?? null) : codes.exchange(form)
    refresh.delete(token)
    if (scopes === null) return grantRefusal('invalid_request', 'Value passed for the token was invalid.')
    const made = randomUUID()
    access.set(made, { scopes: scopes.split(' '), until: Date.now() + 7_200_000 })
    const next = scopes.includes('offline.access') ? { refresh_token: aRefreshToken(scopes) } : {}
    const json = { token_type: 'bearer', expires_in: 7_200, access_token: made, scope: scopes, ...next }
    return { status: 200, json }
  }

  function isApplication({ headers }: NetworkRequest): boolean {
    const basic = Buffer.from(`${application.id}:${application.secret}`).toString('base64')
    return headers.get('authorization') === `Basic ${basic}`
  }

  function end(request: NetworkRequest): NetworkAnswer {
    if (!isApplication(request)) return grantRefusal('invalid_client', 'Missing valid authorization header')
    const token = formIn(request).get('token') ?? ''
    return { status: 200, json: { revoked: access.delete(token) || refresh.delete(token) } }
  }

  function aRefreshToken(scopes = SCOPES): string {
    const token = randomUUID()
    refresh.set(token, scopes)
    return token
  }

  async function upload(request: NetworkRequest): Promise<NetworkAnswer> {
    const form = await formOf(request)
    const file = form.get('media')
    if (!(file instanceof File) || form.get('media_category') !== 'tweet_image')
      return problem(400, 'Invalid Request', 'media and media_category are required')
    const bytes = Buffer.from(await file.arrayBuffer())
    if (bytes.length > IMAGE_LIMIT) return problem(400, 'Invalid Request', 'media size exceeds the limit')
    const format = await sharp(bytes)
      .metadata()
      .catch(() => null)
    if (format === null) return problem(400, 'Invalid Request', 'media type unrecognized')
    const id = String(++last)
    media.set(id, { bytes: bytes.length, description: null })
    processing.set(id, 1)
    return mediaAnswer(id, 'pending')
  }

  const mediaAnswer = (id: string, state: string): NetworkAnswer => ({
    status: 200,
    json: { data: { id, media_key: `3_${id}`, processing_info: { state, check_after_secs: 1 } } },
  })

  function processed(id: string): NetworkAnswer {
    if (!media.has(id)) return problem(404, 'Not Found', 'No such media')
    processing.delete(id)
    return mediaAnswer(id, 'succeeded')
  }

  function describe({ body }: NetworkRequest): NetworkAnswer {
    const { id, metadata }: Json = JSON.parse(body.toString())
    const text = metadata?.alt_text?.text
    const one = media.get(id)
    if (!one || typeof text !== 'string' || text.length > ALT_LIMIT)
      return problem(400, 'Invalid Request', 'alt_text is invalid')
    one.description = text
    return { status: 200, json: { data: { id, associated_metadata: { alt_text: { text } } } } }
  }

  function post({ body }: NetworkRequest): NetworkAnswer {
    const { text = '', media: attached }: Json = JSON.parse(body.toString())
    const ids: string[] = attached?.media_ids ?? []
    const { valid, weightedLength } = twitterText.parseTweet(text)
    if (text.trim() === '' && ids.length === 0) return problem(400, 'Invalid Request', 'text is empty')
    if (text !== '' && !valid)
      return problem(400, 'Invalid Request', `Your Tweet text is too long: ${weightedLength}.`)
    if (!forgetful && posts.some(one => one.text === text))
      return forbidden('You are not allowed to create a Tweet with duplicate content.')
    if (ids.some(id => !media.has(id) || processing.has(id)))
      return problem(400, 'Invalid Request', 'Your media IDs are invalid.')
    const made = { id: String(++last), text, media: ids, createdAt: Date.now() }
    posts.push(made)
    return { status: 201, json: { data: { id: made.id, text: postForm(made).text } } }
  }

  /** A post as X shows it: links are shortened, three characters are escaped, and a picture adds a link. */
  function postForm({ id, text, media: ids, createdAt }: XPostOnServer) {
    const short = (index: number) => `https://t.co/${id.slice(-6)}${index}`
    const links = twitterText.extractUrlsWithIndices(text, { extractUrlsWithoutProtocol: true })
    const urls: Json[] = links.map(({ url }, index) => ({
      url: short(index),
      expanded_url: /^https?:/.test(url) ? url : `http://${url}`,
    }))
    let [shown, at] = ['', 0]
    for (const [index, { indices }] of links.entries()) {
      shown += text.slice(at, indices[0]) + short(index)
      at = indices[1]
    }
    shown += text.slice(at)
    if (ids.length > 0) {
      shown += ` ${short(urls.length)}`
      const page = `https://x.com/acme/status/${id}/photo/1`
      urls.push({ url: short(urls.length), expanded_url: page, media_key: `3_${ids[0]}` })
    }
    const escaped = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return {
      ...{ id, text: escaped, author_id: ACCOUNT.id, edit_history_tweet_ids: [id] },
      ...{ created_at: new Date(createdAt).toISOString(), entities: { urls } },
      ...(ids.length > 0 && { attachments: { media_keys: ids.map(one => `3_${one}`) } }),
    }
  }

  function read(id: string): NetworkAnswer {
    const found = posts.find(one => one.id === id)
    if (!found) return { status: 200, json: { errors: [{ title: 'Not Found Error', value: id }] } }
    const shown = found.media.map(one => ({
      ...{ media_key: `3_${one}`, type: 'photo', alt_text: media.get(one)?.description },
    }))
    return { status: 200, json: { data: postForm(found), includes: { media: shown } } }
  }

  function list(url: URL): NetworkAnswer {
    const start = Date.parse(url.searchParams.get('start_time') ?? '1970-01-01T00:00:00Z')
    const size = Number(url.searchParams.get('max_results') ?? 10)
    if (size < 5 || size > 100) return problem(400, 'Invalid Request', 'max_results is not between 5 and 100')
    const from = Number(url.searchParams.get('pagination_token') ?? 0)
    const shown = isTimelineShown ? posts : []
    const all = shown.filter(({ createdAt }) => createdAt >= start).toReversed()
    const data = all.slice(from, from + size).map(postForm)
    const next = from + size < all.length ? { next_token: String(from + size) } : {}
    const meta = { result_count: data.length, ...next }
    return { status: 200, json: data.length === 0 ? { meta } : { data, meta } }
  }

  function remove(id: string): NetworkAnswer {
    const at = posts.findIndex(one => one.id === id)
    if (at >= 0) posts.splice(at, 1)
    return { status: 200, json: { data: { deleted: true } } }
  }

  return {
    ...server,
    ...{ application, posts, media, aRefreshToken },
    agree: address => codes.agree(address),
    grants: () => access.size + refresh.size,
    showTimeline(isShown) {
      isTimelineShown = isShown
    },
    expireTokens: () => access.clear(),
    revoke() {
      access.clear()
      refresh.clear()
    },
  }
}
