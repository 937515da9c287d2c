import { createHash } from 'node:crypto'
import type { Agent } from '@atproto/api'
import { countGraphemes } from '#judgement/text/shorten.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import {
  type Connection,
  type Limits,
  type Network,
  type NetworkClient,
  type NetworkContext,
  NetworkFailure,
  type OutgoingPost,
  type PostKey,
  type PostPicture,
  type PostReference,
  type TextCheck,
} from '#social/network.ts'
import { agentFor, agentWith, BLUESKY_LIMITS, callAgent } from './bluesky/agent.ts'
import { blueskyOAuth } from './bluesky/oauth.ts'
import { oauthFetchHandler, refreshOAuthSession, revokeOAuthSession } from './bluesky/oauth-session.ts'
import { connectWithAppPassword, deleteSession, profileOf, refreshSession } from './bluesky/session.ts'

const COLLECTION = 'app.bsky.feed.post'
/** The limit of the text in bytes (lexicon `app.bsky.feed.post`). */
const MAX_BYTES = 3_000

/** Whether a connection was made by OAuth; otherwise it was made with an app password. */
const isOAuth = ({ credentials }: Connection): boolean => credentials.tokens.oauth !== undefined

/** Bluesky, or any other PDS of the AT Protocol (docs.bsky.app, atproto.com/specs). */
export const bluesky: Network = {
  name: 'bluesky',
  title: 'Bluesky',
  secretName: 'app password',
  cards: 'given',
  canEdit: false,
  visibilities: ['public'],
  hasPortableIds: true,
  usualLimits: BLUESKY_LIMITS,
  // The record key makes a second post impossible.
  refusesRepeatsForMs: Number.POSITIVE_INFINITY,
  check,
  price: null,
  connect: connectWithAppPassword,
  oauth: blueskyOAuth,
  refresh: (context, connection) =>
    isOAuth(connection) ? refreshOAuthSession(context, connection) : refreshSession(context, connection),
  revoke: (context, connection) =>
    isOAuth(connection) ? revokeOAuthSession(context, connection) : deleteSession(context, connection),
  open: (context, connection) => new BlueskyClient(context, connection),
}

function check(text: string, limits: Limits): TextCheck {
  const count = countGraphemes(text)
  const bytes = Buffer.byteLength(text)
  const faults: string[] = []
  if (text.trim() === '') faults.push('The text is empty.')
  if (count > limits.text) faults.push(`The text has ${count} characters; Bluesky allows ${limits.text}.`)
  if (bytes > MAX_BYTES) faults.push(`The text has ${bytes} bytes; Bluesky allows ${MAX_BYTES}.`)
  return {
    count,
    limit: limits.text,
    faults,
    links: 'Links count in full. The last one gets a card.',
  }
}

class BlueskyClient implements NetworkClient {
  readonly edit = null
  readonly #context: NetworkContext
  readonly #connection: Connection

  constructor(context: NetworkContext, connection: Connection) {
    this.#context = context
    this.#connection = connection
  }

  async verify() {
    const { data } = await this.#call(agent => agent.com.atproto.server.getSession())
    if (data.did !== this.#did)
      throw new NetworkFailure('unauthorized', 'The server signs in another account than the connected one.')
    const agent = await this.#agent()
    const profile = await profileOf(agent, this.#connection.instance, { did: data.did, handle: data.handle })
    return { profile, limits: BLUESKY_LIMITS }
  }

  async upload({ bytes, mediaType }: PostPicture): Promise<string> {
    const { data } = await this.#call(agent =>
      agent.com.atproto.repo.uploadBlob(bytes, { encoding: mediaType }),
    )
    return JSON.stringify(data.blob)
  }

  async publish(post: OutgoingPost, signal: AbortSignal): Promise<PostReference> {
    const rkey = recordKey(post.key)
    const record = await recordOf(post, this.#context.clock.now())
    const { data } = await this.#call(agent =>
      agent.com.atproto.repo.createRecord(
        { repo: this.#did, collection: COLLECTION, rkey, record },
        { signal },
      ),
    )
    const reference = this.#reference(rkey)
    if (data.uri !== reference.id)
      throw new Error('The server answered with another record than the one it was given.')
    return reference
  }

  /**
   * Only this service creates records with this key, so its absence proves that the post does not exist; and
   * the server refuses a second record with the same key.
   */
  async find({ key }: { key: PostKey }) {
    const rkey = recordKey(key)
    try {
      const { data } = await this.#call(agent =>
        agent.com.atproto.repo.getRecord({ repo: this.#did, collection: COLLECTION, rkey }),
      )
      const reference = this.#reference(rkey)
      return data.uri === reference.id
        ? { outcome: 'found' as const, reference }
        : { outcome: 'unclear' as const }
    } catch (error) {
      if (error instanceof NetworkFailure && error.message.startsWith('RecordNotFound'))
        return { outcome: 'absent' as const }
      throw error
    }
  }

  async withdraw({ id }: PostReference): Promise<'withdrawn'> {
    const rkey = id.slice(id.lastIndexOf('/') + 1)
    await this.#call(agent =>
      agent.com.atproto.repo.deleteRecord({ repo: this.#did, collection: COLLECTION, rkey }),
    )
    return 'withdrawn'
  }

  get #did(): string {
    return this.#connection.profile.id
  }

  async #agent(): Promise<Agent> {
    const { instance, profile, credentials } = this.#connection
    if (isOAuth(this.#connection))
      return agentWith(await oauthFetchHandler(this.#context, this.#connection), profile.id)
    return agentFor(this.#context, instance, { did: profile.id, token: credentials.tokens.access ?? '' })
  }

  async #call<T>(request: (agent: Agent) => Promise<T>): Promise<T> {
    const agent = await this.#agent()
    return callAgent(this.#context, () => request(agent))
  }

  #reference(rkey: string): PostReference {
    return {
      id: `at://${this.#did}/${COLLECTION}/${rkey}`,
      url: `https://bsky.app/profile/${this.#did}/post/${rkey}`,
    }
  }
}

const TID_DIGITS = '234567abcdefghijklmnopqrstuvwxyz'

/** A record key of the form that posts need (atproto.com/specs/tid), always the same for one post. */
function recordKey({ id, createdAt }: PostKey): string {
  const hash = createHash('sha256').update(id).digest().readUInt32BE(0)
  const micros = BigInt(createdAt) * 1_000n + BigInt(hash % 1_000)
  let value = (micros << 10n) | BigInt((hash >>> 10) & 0x3ff)
  let text = ''
  for (let digit = 0; digit < 13; digit++, value >>= 5n) text = (TID_DIGITS[Number(value & 31n)] ?? '') + text
  return text
}

/** The record of a post that goes out now. Bluesky lists it by this time, which may be long after the post was planned. */
async function recordOf(
  { text, language, image, card }: OutgoingPost,
  now: Instant,
): Promise<Record<string, unknown>> {
  const embed = image ? imageEmbed(image) : card ? cardEmbed(card) : null
  return {
    $type: COLLECTION,
    text,
    facets: await facetsOf(text),
    langs: [language],
    createdAt: isoOf(now),
    ...(embed && { embed }),
  }
}

/** Makes links and hashtags of the text clickable. Facets count in UTF-8 bytes. Mentions are left as text. */
async function facetsOf(text: string) {
  const { RichText } = await import('@atproto/api')
  const rich = new RichText({ text })
  rich.detectFacetsWithoutResolution()
  return (rich.facets ?? []).filter(({ features }) =>
    features.every(({ $type }) => $type !== 'app.bsky.richtext.facet#mention'),
  )
}

const imageEmbed = ({ uploaded, alt, width, height }: NonNullable<OutgoingPost['image']>) => ({
  $type: 'app.bsky.embed.images',
  images: [{ image: JSON.parse(uploaded), alt, aspectRatio: { width, height } }],
})

const cardEmbed = ({ url, title, description, thumbnail }: NonNullable<OutgoingPost['card']>) => ({
  $type: 'app.bsky.embed.external',
  external: { uri: url, title, description, ...(thumbnail !== null && { thumb: JSON.parse(thumbnail) }) },
})
