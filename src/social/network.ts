import type { Clock, Instant } from '#platform/clock.ts'
import type { NetworkName, NetworkSettings } from './settings.ts'

/** Networks are loaded when they are asked for, since some bring large libraries. */
export type Networks = Record<NetworkName, () => Promise<Network>>

/** A social network. "Adding a network" in docs/social.md says which places belong to one. */
export interface Network {
  name: NetworkName
  /** The network's name as people write it, such as Bluesky. */
  title: string
  /** What `connect` takes: the fields of a form, or the files of a command. */
  secretName: string
  /** `given`: a post carries the title and picture of its link. `fetched`: the network reads the linked page itself. */
  cards: 'given' | 'fetched'
  /** Where people see that a text can still be changed after it went out. */
  canEdit: boolean
  /** Whether posts heed `visibility`. */
  hasVisibility: boolean
  /** Whether an account has the same id on every server, and can move to another one. */
  hasPortableIds: boolean
  /** What it allows in a post, as far as that is known before an account is connected. */
  usualLimits: Limits
  /** Counts and checks a text as the network does. Makes no request. */
  check(text: string, limits: Limits): TextCheck
  /**
   * For how long after the first attempt the network itself refuses a second post with the same `PostKey`, in milliseconds. Infinity: for
   * ever, since the key names the post; then a post that `find` calls absent is certainly not there. 0: this cannot be relied on.
   */
  refusesRepeatsForMs: number
  /** What the network charges the operator for a post, in micro-dollars; null: nothing. */
  price: ((text: string) => number) | null
  /** What the operator should change before long, as a sentence; null: nothing. */
  warning?: (settings: NetworkSettings, now: Instant) => string | null
  /** Settings without which no account can be connected and that the operator has not set; left out: it needs none. */
  missingSettings?: (settings: NetworkSettings) => string[]
  /** Connects an account with a secret that a person made on the network. Throws `NetworkFailure`. */
  connect(context: NetworkContext, request: ConnectRequest): Promise<Connection>
  /** Connecting through the network's own pages; null where it is not offered. */
  oauth: NetworkOAuth | null
  /**
   * New credentials for ones that expire. Never called twice at once for a connection, since some networks accept a refresh token once.
   * Null where credentials do not expire. Throws `NetworkFailure` with `unauthorized` when a person has to reconnect.
   */
  refresh: ((context: NetworkContext, connection: Connection) => Promise<Credentials>) | null
  /** Ends the access that the network gave; null where it offers no way. Throws when the network does not do it. */
  revoke: ((context: NetworkContext, connection: Connection) => Promise<void>) | null
  /** A client for one connected account. Makes no request. */
  open(context: NetworkContext, connection: Connection): NetworkClient
}

/** The interface of a network as one connected account uses it. Calls throw `NetworkFailure` for what certainly did not happen. */
export interface NetworkClient {
  /** Checks the credentials and reads what may have changed. */
  verify(): Promise<Pick<Connection, 'profile' | 'limits'>>
  /** Uploads a picture and waits until a post can use it; gives what `publish` takes. Repeating it does no harm. */
  upload(picture: PostPicture): Promise<string>
  /**
   * Publishes a post. Any error other than `NetworkFailure` leaves open whether the network has it, and so does an answer that does not
   * prove it. The request must be over when the signal is aborted: after that it may be looked up and repeated.
   */
  publish(post: OutgoingPost, signal: AbortSignal): Promise<PostReference>
  /** Looks up a post whose outcome is unknown. */
  find(post: SoughtPost): Promise<LookUpResult>
  /** Removes a post. Repeating it does no harm. */
  withdraw(reference: PostReference): Promise<'withdrawn' | 'gone'>
  /** Changes the text of a post; null where the network cannot. */
  edit: ((reference: PostReference, post: Pick<OutgoingPost, 'text' | 'language'>) => Promise<void>) | null
}

/** What network code works with. */
export interface NetworkContext {
  /** The guarded client for addresses that an answer names: it reaches the public internet only. */
  fetch: typeof globalThis.fetch
  /** The guarded client for a server that the operator or a person named. That server may be private where the operator allowed it. */
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

/** A connected account as the network knows it. Only `credentials` are secret. */
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
  /** With a leading @ where the network writes one. */
  handle: string
  name: string
  avatarUrl: string | null
  url: string
}

/** What the network allows in one post. */
export interface Limits {
  /** Maximum length of the text, in the network's own units. */
  text: number
  /** What a link counts; null: its characters. */
  link: number | null
  /** Maximum size of a picture, in bytes. */
  imageBytes: number
  /** Maximum length of an alternative text. */
  alt: number
}

export interface Credentials {
  /** When they end; null: never, or not known. */
  expiresAt: Instant | null
  tokens: Record<string, string>
}

/** Connecting by OAuth: `start` gives the address to send the person to, `finish` takes what the network sent back. */
export interface NetworkOAuth {
  /**
   * The origin of the server that `instance` names, for a network of many servers. People come back from each to an address of its own,
   * so that a code of one server is never sent to another that led them there (RFC 9700, section 4.4). Left out where the network is one
   * server, or where every answer names its issuer. Throws `invalid_parameter`.
   */
  serverOf?(context: NetworkContext, instance: string | null): string
  /** `state` comes back with the person. `kept` is stored sealed until then. */
  start(
    context: NetworkContext,
    request: { instance: string | null; handle: string | null; returnUrl: string; findApp: FindApp },
  ): Promise<{ url: string; state: string; kept: Record<string, string> }>
  finish(
    context: NetworkContext,
    returned: { parameters: URLSearchParams; kept: Record<string, string>; returnUrl: string },
  ): Promise<Connection>
  /** The public document by which servers know this service as a client; left out where networks do not read one. Throws `not_found`. */
  clientMetadata?(
    context: NetworkContext,
    request: { returnUrl: string; findApp: FindApp },
  ): Promise<Readonly<Record<string, unknown>>>
}

/** Gives the stored application of this service on a server; the first time, what `register` gives. It is stored sealed. */
export type FindApp = (
  instance: string,
  register: () => Promise<Record<string, string>>,
) => Promise<Record<string, string>>

export interface TextCheck {
  /** Length in the network's own units. */
  count: number
  limit: number
  /** What is wrong with the text, each as a sentence; empty for one that can be posted. */
  faults: string[]
  /** What the network makes of links, as a sentence. */
  links: string
}

export const POST_VISIBILITIES = ['public', 'unlisted', 'followers'] as const
/** Who sees a post, where the network distinguishes it. */
export type PostVisibility = (typeof POST_VISIBILITIES)[number]

/** A picture to upload: that of the entry, or the thumbnail of a link's card. */
export interface PostPicture {
  bytes: Uint8Array
  mediaType: string
  width: number
  height: number
  alt: string
}

/** What a network shows of a link besides its address. */
export interface LinkCard {
  url: string
  title: string
  description: string
}

export interface OutgoingPost {
  /** The same at every attempt, so that a network can refuse the second one. */
  key: PostKey
  text: string
  /** BCP 47. */
  language: string
  visibility: PostVisibility
  /** Uploaded; null for none. */
  image: { uploaded: string; width: number; height: number; alt: string } | null
  /** Null where there is no link, or an image takes its place. */
  card: (LinkCard & { thumbnail: string | null }) | null
}

/** Identifies a post on every network. */
export interface PostKey {
  /** UUID. */
  id: string
  createdAt: Instant
}

/** A post as the network knows it. */
export interface PostReference {
  id: string
  /** For people to look at. */
  url: string
}

export interface SoughtPost {
  key: PostKey
  text: string
  /** When the first attempt began that may have reached the network. */
  since: Instant
  /** Ids of posts of this account that are other posts of ours. */
  known: ReadonlySet<string>
}

/** How far the clock of a server may differ from ours, or ours from itself after it was set, in milliseconds. */
export const CLOCK_ALLOWANCE_MS = 600_000

/** `absent`: the network does not show the post; see `refusesRepeatsForMs`. */
export type LookUpResult = { outcome: 'found'; reference: PostReference } | { outcome: 'absent' | 'unclear' }

/**
 * `rejected`: the network refuses this request and always will. `duplicate`: the account has a post of this text already.
 * `unauthorized`: the credentials are refused, a person has to reconnect. `rate limited`: refused until a time. `unreachable`: the
 * request never arrived.
 */
type NetworkFailureReason = 'rejected' | 'duplicate' | 'unauthorized' | 'rate limited' | 'unreachable'

/** A call that certainly had no effect on the network. Its message is a sentence for people and holds no secret. */
export class NetworkFailure extends Error {
  override name = 'NetworkFailure'
  readonly reason: NetworkFailureReason
  /** When to try again, where the network said it. */
  readonly until: Instant | null

  constructor(reason: NetworkFailureReason, message: string, until: Instant | null = null) {
    super(message)
    this.reason = reason
    this.until = until
  }
}
