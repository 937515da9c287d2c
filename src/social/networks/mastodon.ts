import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { countGraphemes } from '#judgement/text/shorten.ts'
import { parseInstant } from '#platform/clock.ts'
import { singleSpaced } from '#platform/text.ts'
import {
  CLOCK_ALLOWANCE_MS,
  type Connection,
  type ConnectRequest,
  type Limits,
  type LookUpResult,
  type Network,
  type NetworkClient,
  type NetworkContext,
  NetworkFailure,
  type OutgoingPost,
  POST_VISIBILITIES,
  type PostPicture,
  type PostReference,
  type PostVisibility,
  type SoughtPost,
  type TextCheck,
} from '#social/network.ts'
import { accountSchema, instanceSchema, MastodonApi, statusSchema } from './mastodon/api.ts'
import { mastodonOAuth, revokeAccess } from './mastodon/oauth.ts'
import { instanceOrigin, quoted } from './requests.ts'

const statusesSchema = z.array(statusSchema)

const sourceSchema = z.object({ text: z.string() })

/** An uploaded file, which has no address until it has been processed. */
const mediaSchema = z.object({ id: z.string().min(1), url: z.string().nullable() })

/**
 * The limits of a server with default settings (docs.joinmastodon.org/user/posting). Each server states its
 * own when an account is connected.
 */
const LIMITS: Limits = { text: 500, link: 23, imageBytes: 16_777_216, alt: 1_500 }

/** Mastodon, or another server with its interface (docs.joinmastodon.org). */
export const mastodon: Network = {
  name: 'mastodon',
  title: 'Mastodon',
  secretName: 'access token',
  cards: 'fetched',
  canEdit: true,
  visibilities: POST_VISIBILITIES,
  hasPortableIds: false,
  usualLimits: LIMITS,
  // The server remembers an idempotency key for an hour.
  refusesRepeatsForMs: 3_600_000,
  check,
  price: null,
  connect,
  oauth: mastodonOAuth(connectWithToken),
  refresh: null,
  revoke: revokeAccess,
  open: (context, connection) => new MastodonClient(context, connection),
}

/** A link ends before the punctuation that follows it, and before any parenthesis, so that a text is never counted as shorter than it is. */
const LINK = /https?:\/\/[^\s<>"()]*[^\s<>"()?!*'「」;:=,.$%[\]~&|@]/giu
const REMOTE_MENTION = /(?<![\w/])(@\w+)@[\w.-]+\w/gu

/** Counts as `StatusLengthValidator` of Mastodon does: graphemes, links as a fixed number, mentions without their server. */
function check(text: string, limits: Limits): TextCheck {
  const link = 'x'.repeat(limits.link ?? 23)
  const count = countGraphemes(text.replace(LINK, link).replace(REMOTE_MENTION, '$1'))
  const faults: string[] = []
  if (text.trim() === '') faults.push('The text is empty.')
  if (count > limits.text) faults.push(`The text has ${count} characters; this server allows ${limits.text}.`)
  return {
    count,
    limit: limits.text,
    faults,
    links: `Each link counts ${link.length} characters; the server makes a card of the last one if no image is attached.`,
  }
}

async function connect(context: NetworkContext, { instance, secret }: ConnectRequest): Promise<Connection> {
  return connectWithToken(context, instanceOrigin(instance ?? '', context.isAllowedHost), secret)
}

async function connectWithToken(context: NetworkContext, origin: string, token: string): Promise<Connection> {
  const api = new MastodonApi(context, origin, token)
  const limits = await readInstance(api)
  return {
    instance: origin,
    profile: await profileOf(api),
    limits,
    credentials: { expiresAt: null, tokens: { access: token } },
  }
}

async function profileOf(api: MastodonApi) {
  const account = await api.read('/api/v1/accounts/verify_credentials', accountSchema)
  return {
    id: account.id,
    handle: `@${quoted(account.acct)}@${new URL(api.origin).host}`,
    name: quoted(account.display_name, account.acct),
    avatarUrl: account.avatar ?? null,
    url: account.url,
  }
}

const VISIBILITY: Record<PostVisibility, string> = {
  public: 'public',
  unlisted: 'unlisted',
  followers: 'private',
}
const MEDIA_POLLS = 20
const MEDIA_POLL_MS = 1_000
/** How many statuses a request reads, newest first. */
const PAGE = 40
const MOST_PAGES = 5

class MastodonClient implements NetworkClient {
  readonly #api: MastodonApi
  readonly #connection: Connection

  constructor(context: NetworkContext, connection: Connection) {
    this.#connection = connection
    this.#api = new MastodonApi(context, connection.instance, connection.credentials.tokens.access ?? '')
  }

  async verify() {
    const profile = await profileOf(this.#api)
    if (profile.id !== this.#connection.profile.id)
      throw new NetworkFailure(
        'unauthorized',
        'The access token belongs to another account than the connected one.',
      )
    return { profile, limits: await readInstance(this.#api) }
  }

  /** Uploads a picture and waits: the server processes media after it has answered, and a status cannot use the picture before that. */
  async upload({ bytes, mediaType, alt }: PostPicture): Promise<string> {
    const form = new FormData()
    form.set(
      'file',
      new Blob([bytes.slice()], { type: mediaType }),
      `image.${mediaType.replace('image/', '')}`,
    )
    if (alt !== '') form.set('description', alt)
    let media = await this.#api.send('POST', '/api/v2/media', mediaSchema, { body: form })
    for (let poll = 0; media.url === null; poll++) {
      if (poll === MEDIA_POLLS) throw new Error('The server has not finished processing the picture.')
      await sleep(MEDIA_POLL_MS)
      media = await this.#api.read(`/api/v1/media/${encodeURIComponent(media.id)}`, mediaSchema)
    }
    return media.id
  }

  async publish(post: OutgoingPost, signal: AbortSignal): Promise<PostReference> {
    const status = await this.#api.send('POST', '/api/v1/statuses', statusSchema, {
      json: bodyOf(post),
      // Repeating the request returns the same status again, or 404 if that has been deleted.
      headers: { 'idempotency-key': post.key.id },
      signal,
    })
    if (status.account.id !== this.#connection.profile.id)
      throw new Error('The server answered with a status of another account.')
    if (!isTextOf(status.content, post.text)) throw new Error('The server answered with another status.')
    return { id: status.id, url: status.url ?? this.#connection.profile.url }
  }

  /** Reads the account's statuses back to the attempt and compares their source texts. */
  async find({ text, since, known }: SoughtPost): Promise<LookUpResult> {
    const path = `/api/v1/accounts/${encodeURIComponent(this.#connection.profile.id)}/statuses`
    let before: string | null = null
    for (let page = 0; page < MOST_PAGES; page++) {
      const query = new URLSearchParams({
        limit: String(PAGE),
        exclude_reblogs: 'true',
        ...(before && { max_id: before }),
      })
      const statuses = await this.#api.read(`${path}?${query}`, statusesSchema)
      for (const status of statuses) {
        if (createdAt(status) < since - CLOCK_ALLOWANCE_MS) return { outcome: 'absent' }
        const isCandidate = !known.has(status.id) && isSimilar(status.content, text)
        if (isCandidate && (await this.#isText(status.id, text)))
          return {
            outcome: 'found',
            reference: { id: status.id, url: status.url ?? this.#connection.profile.url },
          }
      }
      const last = statuses.at(-1)
      if (last === undefined || last.id === before) return { outcome: 'absent' }
      before = last.id
    }
    return { outcome: 'unclear' }
  }

  async #isText(id: string, text: string): Promise<boolean> {
    const source = await this.#api.read(`/api/v1/statuses/${encodeURIComponent(id)}/source`, sourceSchema)
    return singleSpaced(source.text) === singleSpaced(text)
  }

  async withdraw({ id }: PostReference): Promise<'withdrawn' | 'gone'> {
    return (await this.#api.removeStatus(id)) ? 'withdrawn' : 'gone'
  }

  readonly edit = async (
    { id }: PostReference,
    { text, language }: Pick<OutgoingPost, 'text' | 'language'>,
  ): Promise<void> => {
    const path = `/api/v1/statuses/${encodeURIComponent(id)}`
    const { media_attachments: media } = await this.#api.read(path, statusSchema)
    const json = { status: text, language: languageOf(language), media_ids: media.map(one => one.id) }
    await this.#api.send('PUT', path, statusSchema, { json })
  }
}

/**
 * Whether all words of the text are in the HTML, except links and mentions, which it may show differently.
 * This check saves reading the source of most statuses.
 */
function isSimilar(html: string, text: string): boolean {
  const words = text
    .replace(LINK, '')
    .replace(/@\S+/g, '')
    .match(/[\p{L}\p{N}]+/gu)
  return (words ?? []).every(word => html.includes(word))
}

/** Whether the HTML shows exactly this text, by its letters and digits. Links and mentions, which it may show differently, are ignored. */
function isTextOf(html: string, text: string): boolean {
  const shown = html
    .replace(/<br|<\/p/giu, ' $&')
    .replace(/<[^<>]*>/gu, '')
    .replaceAll('&amp;', '&')
    .replace(/&#?\w+;/gu, ' ')
  return lettersOf(shown) === lettersOf(text.replace(/&#?\w+;/gu, ' '))
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFC')
    .replace(LINK, '')
    .replace(/@\S+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

const createdAt = ({ created_at: text }: { created_at: string }): number =>
  parseInstant(text) ?? Number.POSITIVE_INFINITY

const bodyOf = ({ text, image, visibility, language }: OutgoingPost) => ({
  status: text,
  visibility: VISIBILITY[visibility],
  language: languageOf(language),
  ...(image && { media_ids: [image.uploaded] }),
})

/** The language of a status. Mastodon takes ISO 639 codes and few regional ones. */
const languageOf = (tag: string): string => tag.split('-')[0] ?? 'en'

/** The limit of alternative texts on servers that do not state it. Mastodon does since 4.4. */
const ALT_LIMIT = 1_500
/** Upper bounds for the limits that a server states. */
const MOST_CHARACTERS = 100_000
const MOST_BYTES = 16_000_000

/** Reads the limits of a server. */
async function readInstance(api: MastodonApi): Promise<Limits> {
  const { configuration } = await api.read('/api/v2/instance', instanceSchema)
  const { statuses, media_attachments: media } = configuration
  return {
    text: Math.min(statuses.max_characters, MOST_CHARACTERS),
    link: Math.min(statuses.characters_reserved_per_url, MOST_CHARACTERS),
    imageBytes: Math.min(media.image_size_limit, MOST_BYTES),
    alt: Math.min(media.description_limit ?? ALT_LIMIT, MOST_CHARACTERS),
  }
}
