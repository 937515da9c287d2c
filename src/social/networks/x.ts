import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { parseInstant } from '#platform/clock.ts'
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
import { timelineSchema, X_LIMITS, XApi, type XPost } from './x/api.ts'
import { connectionWith, profileOf, refreshTokens, revokeTokens, xOAuth } from './x/oauth.ts'
import { weighText } from './x/weighted-text.ts'

const createdSchema = z.object({ data: z.object({ id: z.string().regex(/^\d+$/), text: z.string() }) })

const deletedSchema = z.object({ data: z.object({ deleted: z.boolean() }) })

const mediaSchema = z.object({
  data: z.object({
    id: z.string().regex(/^\d+$/),
    processing_info: z.object({ state: z.string(), check_after_secs: z.number().optional() }).optional(),
  }),
})

/** When the post was published, in milliseconds. */
const createdAt = ({ created_at: text }: XPost): number => parseInstant(text) ?? Number.POSITIVE_INFINITY

/**
 * What X charges, in micro-dollars, as published on this date at docs.x.com/x-api/getting-started/pricing. X
 * shows the current prices in its developer console.
 */
const X_PRICES = { date: '2026-11-23', post: 15_000, postWithLink: 200_000 }

/** X, by version 2 of its interface (docs.x.com/x-api). */
export const x: Network = {
  name: 'x',
  title: 'X',
  secretName: 'refresh token',
  cards: 'fetched',
  missingSettings: ({ x }) => (x.clientId === null ? ['TIDINGS_X_CLIENT_ID'] : []),
  canEdit: false,
  visibilities: ['public'],
  hasPortableIds: false,
  usualLimits: X_LIMITS,
  refusesRepeatsForMs: 0,
  check,
  price: text => (weighText(text).links > 0 ? X_PRICES.postWithLink : X_PRICES.post),
  async connect(context, { secret }) {
    return connectionWith(context, await refreshTokens(context, secret))
  },
  oauth: xOAuth,
  refresh: (context, { credentials }) => refreshTokens(context, credentials.tokens.refresh ?? ''),
  revoke: (context, { credentials }) => revokeTokens(context, credentials),
  open: (context, connection) => new XClient(context, connection),
}

function check(text: string, limits: Limits): TextCheck {
  const { weight: count } = weighText(text)
  const faults: string[] = []
  if (text.trim() === '') faults.push('The text is empty.')
  if (count > limits.text)
    faults.push(`The text has ${count} characters as X counts them; it allows ${limits.text}.`)
  const links = 'Each link counts 23 characters; X makes a card of the last one if no image is attached.'
  return { count, limit: limits.text, faults, links }
}

const MEDIA_POLLS = 20
/** How many posts a request reads, newest first. */
const PAGE = 100
const MOST_PAGES = 5

class XClient implements NetworkClient {
  readonly #context: NetworkContext
  readonly #api: XApi
  readonly #connection: Connection

  constructor(context: NetworkContext, connection: Connection) {
    this.#context = context
    this.#connection = connection
    this.#api = new XApi(context, connection.credentials.tokens.access ?? '')
  }

  async verify() {
    const profile = await profileOf(this.#context, this.#api)
    if (profile.id !== this.#connection.profile.id)
      throw new NetworkFailure('unauthorized', 'X signs in another account than the connected one.')
    return { profile, limits: X_LIMITS }
  }

  async upload({ bytes, mediaType, alt }: PostPicture): Promise<string> {
    const body = new FormData()
    body.set('media', new Blob([bytes.slice()], { type: mediaType }), 'image')
    body.set('media_category', 'tweet_image')
    body.set('media_type', mediaType)
    const { data } = await this.#api.call({ method: 'POST', path: '/2/media/upload', body }, mediaSchema)
    await this.#processed(data)
    const json = { id: data.id, metadata: { alt_text: { text: alt } } }
    if (alt !== '') await this.#api.run({ method: 'POST', path: '/2/media/metadata', json })
    return data.id
  }

  async #processed(media: { id: string; processing_info?: { state: string; check_after_secs?: number } }) {
    const query = new URLSearchParams({ command: 'STATUS', media_id: media.id })
    let info = media.processing_info
    for (let poll = 0; info && info.state !== 'succeeded'; poll++) {
      if (info.state === 'failed') throw new NetworkFailure('rejected', 'X cannot process the picture.')
      if (poll === MEDIA_POLLS) throw new Error('X has not finished processing the picture.')
      await sleep(Math.min(info.check_after_secs ?? 1, 10) * 1_000)
      const answer = await this.#api.call({ method: 'GET', path: `/2/media/upload?${query}` }, mediaSchema)
      info = answer.data.processing_info
    }
  }

  /** X takes no key that identifies a request. It refuses a text that repeats a recent post. */
  async publish({ text, image }: OutgoingPost, signal: AbortSignal): Promise<PostReference> {
    const json = { text, ...(image && { media: { media_ids: [image.uploaded] } }) }
    const { data } = await this.#api.call({ method: 'POST', path: '/2/tweets', json, signal }, createdSchema)
    if (!isEcho(data.text, text)) throw new Error('X answered with another post.')
    return this.#reference(data.id)
  }

  #reference(id: string): PostReference {
    return { id, url: `${this.#connection.profile.url}/status/${id}` }
  }

  /** Reads the account's posts back to the attempt and compares their texts. */
  async find({ text, since, known }: SoughtPost): Promise<LookUpResult> {
    const query = new URLSearchParams({
      max_results: String(PAGE),
      start_time: new Date(since - CLOCK_ALLOWANCE_MS).toISOString(),
      exclude: 'retweets,replies',
      'tweet.fields': 'created_at,entities,note_tweet',
    })
    for (let page = 0; page < MOST_PAGES; page++) {
      const path = `/2/users/${encodeURIComponent(this.#connection.profile.id)}/tweets?${query}`
      const { data, meta } = await this.#api.call({ method: 'GET', path }, timelineSchema)
      const found = data.find(
        post => createdAt(post) >= since - CLOCK_ALLOWANCE_MS && !known.has(post.id) && isText(post, text),
      )
      if (found) return { outcome: 'found', reference: this.#reference(found.id) }
      if (meta.next_token === undefined) return { outcome: 'absent' }
      query.set('pagination_token', meta.next_token)
    }
    return { outcome: 'unclear' }
  }

  async withdraw({ id }: PostReference): Promise<'withdrawn' | 'gone'> {
    const path = `/2/tweets/${encodeURIComponent(id)}`
    const { data } = await this.#api.call({ method: 'DELETE', path }, deletedSchema)
    return data.deleted ? 'withdrawn' : 'gone'
  }

  readonly edit = null
}

/** Whether a post has this text. X replaces links in it and escapes three characters. */
function isText(post: XPost, text: string): boolean {
  let there = post.note_tweet?.text ?? post.text
  for (const { url, expanded_url: expanded = '', media_key: media } of post.entities?.urls ?? [])
    there = there.replaceAll(url, media ? '' : expanded)
  return comparable(unescaped(there)) === comparable(text)
}

/** Whether the answer to a new post repeats its text, except for the links, which X shortens. */
function isEcho(answer: string, text: string): boolean {
  const sent = comparable(text)
  let from = 0
  return answer.split(/https:\/\/t\.co\/\w+/u).every(piece => {
    const shown = comparable(unescaped(piece))
    const at = sent.indexOf(shown, from)
    from = at + shown.length
    return at >= 0
  })
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** The text in the form that X gives to links: with a scheme and, if there is no path, with a slash. */
const comparable = (text: string): string =>
  singleSpaced(text.normalize('NFC'))
    .trim()
    .replace(/https?:\/\//giu, '')
    .replace(/\/(?= |$)/gu, '')
