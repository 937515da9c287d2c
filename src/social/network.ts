import type { Clock, Instant } from '#platform/clock.ts'
import type { NetworkName, NetworkSettings } from './settings.ts'

/** Networks are loaded when they are needed, because some of them use large libraries. */
export type Networks = Record<NetworkName, () => Promise<Network>>

/** A social network. "Adding a network" in docs/social.md lists what else to add. */
export interface Network {
  name: NetworkName
  /** The network's name as people write it, such as Bluesky. */
  title: string
  /** The name of the secret that `connect` takes, for the fields of a form or the files of a command. */
  secretName: string
  /**
   * Where the card below a link comes from. `given`: a post carries the title and picture of its link.
   * `fetched`: the network reads the linked page itself.
   */
  cards: 'given' | 'fetched'
  /** Whether the network lets an application change the text of a published post. */
  canEdit: boolean
  /** Whom posts can be shown to. A network that has only `public` shows them to everybody. */
  visibilities: readonly PostVisibility[]
  /** Whether an account has the same id on every server, and can move to another one. */
  hasPortableIds: boolean
  /** The network's usual limits, as far as they are known before an account is connected. */
  usualLimits: Limits
  /** Counts and checks a text as the network does. Makes no request. */
  check(text: string, limits: Limits): TextCheck
  /**
   * For how long after the first attempt the network itself refuses a second post with the same `PostKey`, in milliseconds. Infinity:
   * forever, because the key is the name of the post; then a post that `find` calls absent certainly does not exist. 0: never reliably.
   */
  refusesRepeatsForMs: number
  /** What the network charges the operator for a post, in micro-dollars; null for nothing. */
  price: ((text: string) => number) | null
  /** A sentence about what the operator should change soon; null for nothing. */
  warning?: (settings: NetworkSettings, now: Instant) => string | null
  /**
   * The settings that are required to connect an account and that the operator has not set; left out for a network without such settings.
   */
  missingSettings?: (settings: NetworkSettings) => string[]
  /** Connects an account with a secret that a person made on the network. Throws `NetworkFailure`. */
  connect(context: NetworkContext, request: ConnectRequest): Promise<Connection>
  /** Connecting through the network's own pages; null if the network does not offer it. */
  oauth: NetworkOAuth | null
  /**
   * Gets new credentials in place of expiring ones. Never called twice at once for a connection, since some networks accept a refresh token
   * only once. Null if credentials do not expire. Throws `NetworkFailure` with `unauthorized` if a person has to reconnect.
   */
  refresh: ((context: NetworkContext, connection: Connection) => Promise<Credentials>) | null
  /** Ends the access that the network gave; null if it offers no way to. Throws if the network does not do it. */
  revoke: ((context: NetworkContext, connection: Connection) => Promise<void>) | null
  /** A client for one connected account. Makes no request. */
  open(context: NetworkContext, connection: Connection): NetworkClient
}

/** The interface of a network as one connected account uses it. Calls throw `NetworkFailure` for what certainly did not happen. */
export interface NetworkClient {
  /** Checks the credentials, and reads the profile and limits, which may have changed. */
  verify(): Promise<Pick<Connection, 'profile' | 'limits'>>
  /** Uploads a picture and waits until a post can use it. Returns the value that `publish` takes. Repeating it does no harm. */
  upload(picture: PostPicture): Promise<string>
  /**
   * Publishes a post. Any error other than `NetworkFailure` leaves open whether the network has it, and so does an answer that does not
   * prove it. The request must have ended when the signal is aborted, because after that the post may be looked up and sent again.
   */
  publish(post: OutgoingPost, signal: AbortSignal): Promise<PostReference>
  /** Looks up a post whose outcome is unknown. */
  find(post: SoughtPost): Promise<LookUpResult>
  /** Removes a post. Repeating it does no harm. */
  withdraw(reference: PostReference): Promise<'withdrawn' | 'gone'>
  /** Changes the text of a post; null if the network cannot. */
  edit: ((reference: PostReference, post: Pick<OutgoingPost, 'text' | 'language'>) => Promise<void>) | null
}

/** The services that a network's code uses. */
export interface NetworkContext {
  /** The guarded client for addresses that an answer names: it reaches the public internet only. */
  fetch: typeof globalThis.fetch
  /** The guarded client for a server that the operator or a person named. That server may be private if the operator allowed it. */
  fetchFrom(server: string): typeof globalThis.fetch
  clock: Clock
  /** Whether the operator allowed this host, which may then be on a private network and without TLS. */
  isAllowedHost(url: URL): boolean
  settings: NetworkSettings
}

/** What a person gives to connect an account. */
export interface ConnectRequest {
  /** The server's name or address; null for the network's usual one. */
  instance: string | null
  handle: string | null
  secret: string
}

/** A connected account as the network describes it. Only `credentials` are secret. */
export interface Connection {
  /** The origin of the server, such as `https://mastodon.social`. */
  instance: string
  profile: Profile
  limits: Limits
  credentials: Credentials
}

export interface Profile {
  /** The network's permanent id of the account. */
  id: string
  /** With a leading @ on networks that write one. */
  handle: string
  name: string
  avatarUrl: string | null
  url: string
}

/** What the network allows in one post. */
export interface Limits {
  /** Maximum length of the text, in the network's own units. */
  text: number
  /** How much a link counts; null if its characters are counted. */
  link: number | null
  /** Maximum size of a picture, in bytes. */
  imageBytes: number
  /** Maximum length of an alternative text. */
  alt: number
}

export interface Credentials {
  /** When the tokens expire; null for never or unknown. */
  expiresAt: Instant | null
  tokens: Record<string, string>
}

/** Connecting by OAuth: `start` returns the address to send the person to, `finish` takes what the network sends back. */
export interface NetworkOAuth {
  /**
   * The origin of the server that `instance` names, for a network with many servers. People return from each to an address of its own, so
   * that a code of one server is never sent to another one that led them there (RFC 9700, section 4.4). Left out if the network is one
   * server, or if every answer names its issuer. Throws `invalid_parameter`.
   */
  serverOf?(context: NetworkContext, instance: string | null): string
  /** `state` comes back with the person. `kept` is stored sealed until `finish`. */
  start(
    context: NetworkContext,
    request: { instance: string | null; handle: string | null; returnUrl: string; findApp: FindApp },
  ): Promise<{ url: string; state: string; kept: Record<string, string> }>
  finish(
    context: NetworkContext,
    returned: { parameters: URLSearchParams; kept: Record<string, string>; returnUrl: string },
  ): Promise<Connection>
  /**
   * The public document that describes this service as a client to servers; left out if the network does not read one. Throws `not_found`.
   */
  clientMetadata?(
    context: NetworkContext,
    request: { returnUrl: string; findApp: FindApp },
  ): Promise<Readonly<Record<string, unknown>>>
}

/**
 * Returns the stored application of this service on a server. The first time, and where the server has forgotten it, that is what
 * `register` returns, and it is stored sealed.
 */
export type FindApp = (
  instance: string,
  register: () => Promise<Record<string, string>>,
  isForgotten?: (app: Record<string, string>) => Promise<boolean>,
) => Promise<Record<string, string>>

export interface TextCheck {
  /** Length in the network's own units. */
  count: number
  limit: number
  /** The problems of the text, each as a sentence; empty if it can be posted. */
  faults: string[]
  /** What the network does with links, as a sentence. */
  links: string
}

export const POST_VISIBILITIES = ['public', 'unlisted', 'followers'] as const
/** Who can see a post, on networks that distinguish it. */
export type PostVisibility = (typeof POST_VISIBILITIES)[number]

/** A picture to upload: the entry's, or the thumbnail of a link's card. */
export interface PostPicture {
  bytes: Uint8Array
  mediaType: string
  width: number
  height: number
  alt: string
}

/** The card that a network shows for a link. */
export interface LinkCard {
  url: string
  title: string
  description: string
}

export interface OutgoingPost {
  /** The same at every attempt, so that a network can refuse a second post with it. */
  key: PostKey
  text: string
  /** BCP 47. */
  language: string
  visibility: PostVisibility
  /** The uploaded picture; null for none. */
  image: { uploaded: string; width: number; height: number; alt: string } | null
  /** Null if there is no link, or if an image takes the card's place. */
  card: (LinkCard & { thumbnail: string | null }) | null
}

/** Identifies a post on every network. */
export interface PostKey {
  /** UUID. */
  id: string
  createdAt: Instant
}

/** A published post on its network. */
export interface PostReference {
  id: string
  /** The address of the post for people. */
  url: string
}

export interface SoughtPost {
  key: PostKey
  text: string
  /** When the first attempt that may have reached the network began. */
  since: Instant
  /** The network's ids of the account's other posts that Tidings made. */
  known: ReadonlySet<string>
}

/** How far a server's clock may differ from ours, or ours from itself after it was set, in milliseconds. */
export const CLOCK_ALLOWANCE_MS = 600_000

/** `absent`: the network does not show the post; see `refusesRepeatsForMs`. */
export type LookUpResult = { outcome: 'found'; reference: PostReference } | { outcome: 'absent' | 'unclear' }

/**
 * `rejected`: the network refuses this request and always will. `duplicate`: the account already has a post
 * with this text. `unauthorized`: the credentials are refused, and a person has to reconnect. `rate limited`:
 * refused until some time. `unreachable`: the request never arrived.
 */
type NetworkFailureReason = 'rejected' | 'duplicate' | 'unauthorized' | 'rate limited' | 'unreachable'

/** A call that certainly had no effect on the network. Its message is a sentence for people and holds no secret. */
export class NetworkFailure extends Error {
  override name = 'NetworkFailure'
  readonly reason: NetworkFailureReason
  /** When to try again, if the network said so. */
  readonly until: Instant | null

  constructor(reason: NetworkFailureReason, message: string, until: Instant | null = null) {
    super(message)
    this.reason = reason
    this.until = until
  }
}
