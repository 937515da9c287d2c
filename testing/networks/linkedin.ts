import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Json } from '#testing/http.ts'
import {
  type Application,
  AuthorizationCodes,
  anApplication,
  bearerOf,
  formIn,
  grantRefusal,
} from './oauth.ts'
import { type NetworkAnswer, type NetworkRequest, type NetworkServer, serveNetwork } from './server.ts'

// A server with the API that learn.microsoft.com/en-us/linkedin describes, which refuses what LinkedIn is documented to refuse.

interface LinkedInPost {
  id: string
  author: string
  /** The text as it was sent, in LinkedIn's "little text" format. */
  commentary: string
  visibility: string
  content: Json
  createdAt: number
}

export interface LinkedInServer extends NetworkServer {
  application: Application
  /** An access token, by default with the scopes that posting for an organization needs. */
  aToken(scopes?: string, days?: number): string
  revoke(token: string): void
  /** A person agrees on the page at this address. Returns the address that they are redirected to. */
  agree(address: string): URL
  posts: LinkedInPost[]
  /** The uploaded images, by URN. */
  images: Map<string, { owner: string; bytes: number; status: string }>
}

export const MEMBER_SCOPES = 'openid profile w_member_social'
const ORGANIZATION_SCOPES = 'w_organization_social r_organization_social r_organization_admin'
const MEMBER = 'urn:li:person:782bbtaQ'
const ORGANIZATION = 'urn:li:organization:2414183'
const OLDEST_VERSION = 202512
const MAX_CHARACTERS = 3_000
const DAY_MS = 86_400_000

const refusal = (status: number, code: string, message: string): NetworkAnswer => ({
  status,
  json: { status, code, message },
})
const denied = (what: string) => refusal(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`)

/** Starts a server that stands for LinkedIn. Unless it is `forgetful`, it refuses a text that repeats a post. */
export async function aLinkedInServer({ forgetful = false } = {}): Promise<LinkedInServer> {
  const application = anApplication()
  const codes = new AuthorizationCodes()
  const tokens = new Map<string, { scopes: string; until: number }>()
  const posts: LinkedInPost[] = []
  const images: LinkedInServer['images'] = new Map()
  let last = 7_000_000_000_000_000_000n

  const server = await serveNetwork(answer, {
    ...refusal(
      429,
      'TOO_MANY_REQUESTS',
      'Resource level throttle limit for calls to this resource is reached.',
    ),
    headers: { 'retry-after': '2' },
  })

  async function answer(request: NetworkRequest): Promise<NetworkAnswer> {
    const { method, url } = request
    if (url.pathname.startsWith('/oauth/v2/')) return authorize(url.pathname, formIn(request))
    const token = tokens.get(bearerOf(request))
    if (!token)
      return refusal(
        401,
        'REVOKED_ACCESS_TOKEN',
        'The token used in the request has been revoked by the user',
      )
    if (token.until < Date.now())
      return refusal(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired')
    const scopes = token.scopes.split(' ')
    if (url.pathname === '/v2/userinfo')
      return scopes.includes('profile')
        ? { status: 200, json: { sub: MEMBER.split(':')[3], name: 'Ann Example' } }
        : denied('userinfo.GET')
    if (method === 'PUT' && url.pathname.startsWith('/dms-uploads/')) return receive(request)
    return headerFault(request.headers) ?? route(request, scopes)
  }

  function headerFault(headers: Headers): NetworkAnswer | null {
    const version = headers.get('linkedin-version')
    if (version === null)
      return refusal(
        400,
        'VERSION_MISSING',
        'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      )
    if (Number(version) < OLDEST_VERSION)
      return refusal(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`)
    if (headers.get('x-restli-protocol-version') !== '2.0.0')
      return refusal(400, 'ILLEGAL_ARGUMENT', 'Rest.li protocol version 2.0.0 is required')
    return null
  }

  function route(request: NetworkRequest, scopes: string[]): NetworkAnswer {
    const { method, url, headers, body } = request
    const json = (): Json => JSON.parse(body.toString())
    const id = decodeURIComponent(url.pathname.split('/')[3] ?? '')
    const mayWrite = (author: string) =>
      scopes.includes(author === MEMBER ? 'w_member_social' : 'w_organization_social')
    const at = `${method} /${url.pathname.split('/').slice(1, 3).join('/')}`
    if (at === 'GET /rest/organizations')
      return scopes.includes('r_organization_admin')
        ? organization(url)
        : denied('organizations.FINDER-vanityName')
    if (at === 'POST /rest/images') return initialize(json(), mayWrite)
    if (at === 'GET /rest/images') return imageState(id)
    if (at === 'GET /rest/posts')
      return scopes.includes('r_organization_social') ? list(url, headers) : denied('posts.FINDER-author')
    if (at === 'POST /rest/posts' && id === '') return create(json(), mayWrite)
    const post = posts.find(one => one.id === id)
    if (method === 'DELETE') return remove(post, mayWrite)
    if (!post) return refusal(404, 'NOT_FOUND', 'Entity not found')
    if (!mayWrite(post.author)) return denied('posts.PARTIAL_UPDATE')
    return update(post, headers, json())
  }

  function authorize(path: string, form: URLSearchParams): NetworkAnswer {
    if (form.get('client_id') !== application.id || form.get('client_secret') !== application.secret)
      return grantRefusal('invalid_client', 'Client authentication failed')
    if (path.endsWith('/introspectToken')) {
      const token = tokens.get(form.get('token') ?? '')
      if (!token) return { status: 200, json: { active: false } }
      const json = { active: token.until > Date.now(), expires_at: Math.floor(token.until / 1_000) }
      return { status: 200, json: { ...json, scope: token.scopes.replaceAll(' ', ',') } }
    }
    const scope = codes.exchange(form)
    if (scope === null)
      return grantRefusal('invalid_request', 'Unable to retrieve access token: authorization code not found')
    const json = { access_token: aToken(scope), expires_in: 60 * 86_400, scope }
    return { status: 200, json }
  }

  function aToken(scopes = ORGANIZATION_SCOPES, days = 60): string {
    const token = randomUUID()
    tokens.set(token, { scopes, until: Date.now() + days * DAY_MS })
    return token
  }

  function organization(url: URL): NetworkAnswer {
    const isOurs = url.searchParams.get('vanityName') === 'acme'
    const elements = isOurs ? [{ id: 2_414_183, localizedName: 'Acme', vanityName: 'acme' }] : []
    return { status: 200, json: { elements } }
  }

  function initialize({ initializeUploadRequest: input }: Json, mayWrite: (author: string) => boolean) {
    if (!mayWrite(input.owner)) return denied('images.ACTION-initializeUpload')
    const key = String(++last)
    const image = `urn:li:image:${key}`
    images.set(image, { owner: input.owner, bytes: 0, status: 'WAITING_UPLOAD' })
    return { status: 200, json: { value: { uploadUrl: `${server.origin}/dms-uploads/${key}`, image } } }
  }

  async function receive({ url, body }: NetworkRequest): Promise<NetworkAnswer> {
    const image = images.get(`urn:li:image:${url.pathname.split('/').at(-1)}`)
    if (!image) return refusal(404, 'NOT_FOUND', 'No such upload')
    const format = await sharp(body)
      .metadata()
      .catch(() => null)
    Object.assign(image, { bytes: body.length, status: format ? 'PROCESSING' : 'PROCESSING_FAILED' })
    return { status: 201 }
  }

  function imageState(id: string): NetworkAnswer {
    const image = images.get(id)
    if (!image) return refusal(404, 'NOT_FOUND', 'Entity not found')
    const { status, owner } = image
    if (status === 'PROCESSING') image.status = 'AVAILABLE'
    return { status: 200, json: { id, owner, status } }
  }

  function create(input: Json, mayWrite: (author: string) => boolean): NetworkAnswer {
    if (![MEMBER, ORGANIZATION].includes(input.author) || !mayWrite(input.author))
      return denied('posts.CREATE')
    const fault = faultOf(input)
    if (fault) return fault
    const id = `urn:li:share:${++last}`
    posts.push({
      ...{ id, author: input.author, commentary: input.commentary, visibility: input.visibility },
      ...{ content: input.content ?? null, createdAt: Date.now() },
    })
    return { status: 201, headers: { 'x-restli-id': id } }
  }

  function faultOf(input: Json): NetworkAnswer | null {
    const needed = ['commentary', 'visibility', 'distribution', 'lifecycleState']
    const missing = needed.find(field => input[field] === undefined)
    if (missing) return refusal(422, 'MISSING_FIELD', `/${missing} :: field is required but not found`)
    const fault = commentaryFault(input.commentary)
    if (fault) return fault
    const same = posts.find(one => one.commentary === input.commentary && one.author === input.author)
    if (same && !forgetful) return refusal(422, 'DUPLICATE_POST', `Content is a duplicate of ${same.id}`)
    const used: (string | undefined)[] = [input.content?.media?.id, input.content?.article?.thumbnail]
    const isReady = used.every(urn => urn === undefined || images.get(urn)?.status === 'AVAILABLE')
    if (!isReady) return refusal(400, 'INVALID_MEDIA', 'The image is not available')
    const isAddress = !input.content?.article || URL.canParse(input.content.article.source)
    return isAddress ? null : refusal(422, 'INVALID_URL', '/content/article/source :: not an address')
  }

  function commentaryFault(commentary: string): NetworkAnswer | null {
    const plain = commentary.replaceAll(
      /\{hashtag\|\\#\|([\p{L}\p{N}]|\\_)+\}/gu,
      tag => `#${tag.slice(12, -1)}`,
    )
    if (plain.trim() === '') return refusal(422, 'EMPTY', '/commentary :: text is empty')
    const bare = plain.replaceAll(/\\[\\|{}@[\]()<>#*_~]/g, 'x').replaceAll(/#[\p{L}\p{N}_]+/gu, 'x')
    if (/[\\|{}@[\]()<>#*_~]/.test(bare))
      return refusal(422, 'UNESCAPED', '/commentary :: reserved characters are not escaped')
    return plain.replaceAll(/\\(.)/gu, '$1').length > MAX_CHARACTERS
      ? refusal(422, 'TOO_LONG', `/commentary :: text exceeds ${MAX_CHARACTERS} characters`)
      : null
  }

  function list(url: URL, headers: Headers): NetworkAnswer {
    const asked = (name: string) => url.searchParams.get(name)
    if (asked('q') !== 'author' || headers.get('x-restli-method') !== 'FINDER')
      return refusal(400, 'ILLEGAL_ARGUMENT', 'Not a finder')
    const from = Number(asked('start') ?? 0)
    const mine = posts.filter(({ author }) => author === asked('author')).toReversed()
    return { status: 200, json: { elements: mine.slice(from, from + Number(asked('count') ?? 10)) } }
  }

  function remove(post: LinkedInPost | undefined, mayWrite: (author: string) => boolean): NetworkAnswer {
    if (post && !mayWrite(post.author)) return denied('posts.DELETE')
    if (post) posts.splice(posts.indexOf(post), 1)
    return { status: 204 }
  }

  function update(post: LinkedInPost, headers: Headers, { patch }: Json): NetworkAnswer {
    if (headers.get('x-restli-method') !== 'PARTIAL_UPDATE')
      return refusal(400, 'ILLEGAL_ARGUMENT', 'Not a partial update')
    const fault = commentaryFault(patch.$set.commentary)
    if (fault) return fault
    post.commentary = patch.$set.commentary
    return { status: 204 }
  }

  return {
    ...server,
    ...{ application, posts, images, aToken },
    agree: address => codes.agree(address),
    revoke: token => tokens.delete(token),
  }
}
