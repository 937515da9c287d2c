import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { singleSpaced } from '#platform/text.ts'
import {
  CLOCK_ALLOWANCE_MS,
  type Connection,
  type Limits,
  type LookUpResult,
  type Network,
  type NetworkClient,
  type NetworkContext,
  NetworkFailure,
  type OutgoingPost,
  type PostPicture,
  type PostReference,
  type SoughtPost,
  type TextCheck,
} from '#social/network.ts'
import { LINKEDIN_LIMITS, LinkedInApi } from './linkedin/api.ts'
import { connectWithToken, linkedInOAuth, profileOf, refreshTokens } from './linkedin/oauth.ts'

const uploadSchema = z.object({ value: z.object({ uploadUrl: z.url(), image: z.string().min(1) }) })

const imageSchema = z.object({ status: z.string() })

const postsSchema = z.object({
  elements: z.array(z.object({ id: z.string(), commentary: z.string().default(''), createdAt: z.number() })),
})

/** LinkedIn, for members and organizations, by its versioned Posts interface. */
export const linkedin: Network = {
  name: 'linkedin',
  title: 'LinkedIn',
  secretName: 'access token',
  cards: 'given',
  missingSettings: ({ linkedin: { clientId, clientSecret } }) => [
    ...(clientId === null ? ['TIDINGS_LINKEDIN_CLIENT_ID'] : []),
    ...(clientSecret === null ? ['TIDINGS_LINKEDIN_CLIENT_SECRET'] : []),
  ],
  canEdit: true,
  // Those of an organization are public alone.
  visibilities: ['public', 'followers'],
  hasPortableIds: false,
  usualLimits: LINKEDIN_LIMITS,
  refusesRepeatsForMs: 0,
  check,
  price: null,
  warning: ({ linkedin: { clientId, version } }, now) =>
    clientId === null ? null : versionWarning(version, now),
  connect: (context, { handle, secret }) => connectWithToken(context, handle, secret),
  oauth: linkedInOAuth,
  refresh: (context, { credentials }) => refreshTokens(context, credentials),
  revoke: null,
  open: (context, connection) => new LinkedInClient(context, connection),
}

function check(text: string, limits: Limits): TextCheck {
  const count = text.length
  const faults: string[] = []
  if (text.trim() === '') faults.push('The text is empty.')
  if (count > limits.text) faults.push(`The text has ${count} characters; LinkedIn allows ${limits.text}.`)
  const links = 'Links count in full. The last one gets a card if no image is attached.'
  return { count, limit: limits.text, faults, links }
}

const IMAGE_POLLS = 20
const IMAGE_POLL_MS = 1_000
/** How many posts a request reads, newest first. */
const PAGE = 100
const MOST_PAGES = 5
const POST_URN = z.string().regex(/^urn:li:(?:share|ugcPost):\d+$/)
const MOST_TITLE = 400

class LinkedInClient implements NetworkClient {
  readonly #context: NetworkContext
  readonly #api: LinkedInApi
  readonly #connection: Connection

  constructor(context: NetworkContext, connection: Connection) {
    this.#context = context
    this.#connection = connection
    this.#api = new LinkedInApi(context, connection.credentials.tokens.access ?? '')
  }

  get #author(): string {
    return this.#connection.profile.id
  }

  get #isOrganization(): boolean {
    return this.#author.startsWith('urn:li:organization:')
  }

  async verify() {
    const handle = this.#isOrganization ? this.#connection.profile.handle : null
    const profile = await profileOf(this.#context, this.#api, handle)
    if (profile.id !== this.#author)
      throw new NetworkFailure('unauthorized', 'LinkedIn signs in another account than the connected one.')
    return { profile, limits: LINKEDIN_LIMITS }
  }

  async upload({ bytes }: PostPicture): Promise<string> {
    const path = '/rest/images?action=initializeUpload'
    const json = { initializeUploadRequest: { owner: this.#author } }
    const { value } = await this.#api.call({ method: 'POST', path, json }, uploadSchema)
    await this.#api.put(value.uploadUrl, bytes.slice())
    for (let poll = 0; poll < IMAGE_POLLS; poll++) {
      const image = `/rest/images/${encodeURIComponent(value.image)}`
      const { status } = await this.#api.call({ method: 'GET', path: image }, imageSchema)
      if (status === 'AVAILABLE') return value.image
      if (status === 'PROCESSING_FAILED')
        throw new NetworkFailure('rejected', 'LinkedIn cannot process the picture.')
      await sleep(IMAGE_POLL_MS)
    }
    throw new Error('LinkedIn has not finished processing the picture.')
  }

  /** LinkedIn takes no key that identifies a request. It refuses a text that repeats a recent post. */
  async publish(post: OutgoingPost, signal: AbortSignal): Promise<PostReference> {
    const isForFollowers = post.visibility === 'followers'
    if (isForFollowers && this.#isOrganization)
      throw new NetworkFailure('rejected', 'LinkedIn shows the posts of an organization to everybody.')
    const json = {
      author: this.#author,
      commentary: littleText(post.text),
      visibility: isForFollowers ? 'CONNECTIONS' : 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      ...contentOf(post),
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    }
    const response = await this.#api.run({ method: 'POST', path: '/rest/posts', json, signal })
    await response.body?.cancel()
    const id = POST_URN.safeParse(response.headers.get('x-restli-id'))
    if (id.success) return this.#reference(id.data)
    throw new Error('LinkedIn sent an answer that Tidings does not understand.')
  }

  #reference(id: string): PostReference {
    return { id, url: `${this.#context.settings.linkedin.siteUrl}/feed/update/${id}/` }
  }

  /** Reads the organization's posts back to the attempt and compares their texts. LinkedIn lets no application read a member's posts. */
  async find({ text, since, known }: SoughtPost): Promise<LookUpResult> {
    if (!this.#isOrganization) return { outcome: 'unclear' }
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = new URLSearchParams({
        q: 'author',
        author: this.#author,
        sortBy: 'CREATED',
        count: String(PAGE),
        start: String(page * PAGE),
      })
      const headers = { 'x-restli-method': 'FINDER' }
      const request = { method: 'GET', path: `/rest/posts?${query}`, headers } as const
      const { elements } = await this.#api.call(request, postsSchema)
      for (const { id, commentary, createdAt } of elements) {
        if (createdAt < since - CLOCK_ALLOWANCE_MS) return { outcome: 'absent' }
        if (!known.has(id) && singleSpaced(plainText(commentary)) === singleSpaced(text))
          return { outcome: 'found', reference: this.#reference(id) }
      }
      if (elements.length < PAGE) return { outcome: 'absent' }
    }
    return { outcome: 'unclear' }
  }

  async withdraw({ id }: PostReference): Promise<'withdrawn' | 'gone'> {
    const path = `/rest/posts/${encodeURIComponent(id)}`
    const headers = { 'x-restli-method': 'DELETE' }
    const response = await this.#api.run({ method: 'DELETE', path, headers })
    await response.body?.cancel()
    if (response.status === 204) return 'withdrawn'
    throw new Error('LinkedIn sent an answer that Tidings does not understand.')
  }

  readonly edit = async ({ id }: PostReference, { text }: Pick<OutgoingPost, 'text'>): Promise<void> => {
    const path = `/rest/posts/${encodeURIComponent(id)}`
    const headers = { 'x-restli-method': 'PARTIAL_UPDATE' }
    const json = { patch: { $set: { commentary: littleText(text) } } }
    await (await this.#api.run({ method: 'POST', path, headers, json })).body?.cancel()
  }
}

/** The content of a post besides its text. LinkedIn makes no card for a link by itself, so the post carries it. */
function contentOf({ image, card }: OutgoingPost): { content?: unknown } {
  if (image) return { content: { media: { id: image.uploaded, altText: image.alt } } }
  if (!card) return {}
  const { url, title, description, thumbnail } = card
  const article = { source: url, title: title.slice(0, MOST_TITLE), description }
  return { content: { article: { ...article, ...(thumbnail && { thumbnail }) } } }
}

const SUPPORTED_MONTHS = 12
const WARNING_MONTHS = 2

/**
 * Warns two months before LinkedIn may end its support of a version of its interface, which is a year after
 * the version's month; null before that.
 */
function versionWarning(version: string, now: Instant): string | null {
  const [year, month] = [Number(version.slice(0, 4)), Number(version.slice(4, 6))]
  const monthsAfter = (months: number) => Date.UTC(year, month - 1 + months)
  if (now < monthsAfter(SUPPORTED_MONTHS - WARNING_MONTHS)) return null
  const until = new Date(monthsAfter(SUPPORTED_MONTHS)).toISOString().slice(0, 7)
  return `LinkedIn supports version ${version} of its interface until about ${until}. Set TIDINGS_LINKEDIN_VERSION to a later one.`
}

// learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format

const RESERVED = /[\\|{}@[\]()<>#*_~]/g
const HASHTAG = /(?<![\p{L}\p{N}_&/])#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu
const TEMPLATE = /\{hashtag\|\\?#\|((?:\\.|[^{}\\]){0,400})\}/g

const escaped = (text: string): string => text.replace(RESERVED, String.raw`\$&`)

/** Encodes a text for LinkedIn: reserved characters are escaped, and hashtags are marked. */
export function littleText(text: string): string {
  let [little, end] = ['', 0]
  for (const hashtag of text.matchAll(HASHTAG)) {
    little += `${escaped(text.slice(end, hashtag.index))}{hashtag|\\#|${escaped(hashtag[1] ?? '')}}`
    end = hashtag.index + hashtag[0].length
  }
  return little + escaped(text.slice(end))
}

/** Decodes the text that people see. */
export const plainText = (little: string): string =>
  little.replace(TEMPLATE, '#$1').replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')
