import type { WebhookProvider } from '#platform/webhooks/provider.ts'
import type { CodeHost, CodeHostOptions } from './code-host.ts'
import type { AppCredentials, AppManifest, HostApp, HostAppOptions, ManifestOptions } from './host-app.ts'
import type { HostEvent } from './host-event.ts'
import type { PullConversation } from './pull-conversation.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The repository of a pull request, whose uploads are asked for. */
interface UploadPlace {
  apiUrl: string
  repo: string
  externalId: string | null
}

/** What is said once of a kind of code host. Its libraries are loaded with the first use of a connection to it. */
export interface Host {
  /** As people call it. */
  label: string
  /** Its public site. */
  site: string
  /** The API of a site, and the site of an API, without a slash at the end. */
  apiOf(site: URL): string
  siteOf(apiUrl: string): string
  /** The name of some repository, in the form in which they are named there. */
  example: string
  /** Where a webhook is added. */
  webhookSteps: string
  /** What lets an access token read a repository. */
  readRights: string
  /** What lets an access token comment on pull requests. */
  commentRights: string
  /** How uploads to the host are asked for with a token. */
  uploads: {
    /**
     * The folders of the site with uploads of a repository, or with such at addresses that cannot be guessed, and what comes after them. An
     * escaped slash, backslash or percent sign could lead to another address of the host.
     */
    folders(place: UploadPlace): readonly [folder: string, rest: Pick<RegExp, 'test'>][]
    header(token: string): readonly [name: string, value: string]
    /** Where the API gives an upload; its own address where this is left out. */
    addressOf?(rest: string, place: UploadPlace): string
  }
  /** How a pipeline on the host tells which pull request it runs for. */
  pipeline: {
    /** Variables of which one is set in every pipeline of the host. */
    marks: readonly string[]
    /** What the variables say of the place; the number is that of the pull request. */
    place(env: Environment): Partial<Record<'repo' | 'apiUrl' | 'number', string | undefined>>
    /** The variable with the name of a file that has the event as GitHub describes it. */
    event?: string
    /** The variables in which pipelines, or people, pass a token. */
    tokens: readonly string[]
  }
  webhook(): Promise<WebhookProvider<HostEvent>>
  client?(): Promise<(options: CodeHostOptions) => CodeHost>
  conversation?(): Promise<(options: CodeHostOptions) => PullConversation>
  /** Where apps of this service can be registered. Keep one open for each process: it caches the tokens of its installations. */
  app?: {
    open(options: HostAppOptions): Promise<HostApp>
    manifest(options: ManifestOptions): Promise<AppManifest>
    /** Exchanges the code that the host sent back for the credentials of the registered app. */
    convert(
      options: Pick<HostAppOptions, 'apiUrl' | 'fetch' | 'clock'>,
      code: string,
    ): Promise<AppCredentials>
  }
}

/** The header with a token: an access token alone, or one after the name or address of its account and a colon. */
export const authorizationOf = (token: string): readonly [name: string, value: string] => [
  'authorization',
  token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`,
]

/** The address of a site without slashes at its end. */
export const baseOf = (site: URL): string => site.href.replace(/(?<!\/)\/+$/, '')

/** The site of an API at `/api/vN` of it. */
export const siteAbove = (apiUrl: string): string => apiUrl.replace(/\/api\/v\d$/, '')
