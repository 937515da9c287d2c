import type { WebhookProvider } from '#platform/webhooks/provider.ts'
import type { CodeHost, CodeHostOptions } from './code-host.ts'
import type { AppCredentials, AppManifest, HostApp, HostAppOptions, ManifestOptions } from './host-app.ts'
import type { HostEvent } from './host-event.ts'
import type { PullConversation } from './pull-conversation.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The repository whose uploads are requested. */
interface UploadPlace {
  apiUrl: string
  repo: string
  externalId: string | null
}

/** The facts about a kind of code host. Its libraries are loaded when a connection to it is used first. */
export interface Host {
  /** The name of the host for people. */
  label: string
  /** The address of its public site. */
  site: string
  /** Converts the address of a site to that of its API and back, without a slash at the end. */
  apiOf(site: URL): string
  siteOf(apiUrl: string): string
  /** An example of a repository's name on this host. */
  example: string
  /** Where a person adds a webhook. */
  webhookSteps: string
  /** The page of a repository on which that is done, below the repository's own; left out where it has none. */
  webhooksPage?: string
  /** The permissions that an access token needs to read a repository. */
  readRights: string
  /** The permissions that an access token needs to comment on pull requests. */
  commentRights: string
  /** How to request uploads on the host with a token. */
  uploads: {
    /**
     * The folders of the site that contain uploads of a repository, or uploads whose addresses cannot be
     * guessed, each with a pattern for the rest of the address. The pattern excludes an escaped slash,
     * backslash or percent sign, which could lead to another address of the host.
     */
    folders(place: UploadPlace): readonly [folder: string, rest: Pick<RegExp, 'test'>][]
    header(token: string): readonly [name: string, value: string]
    /** The address of an upload in the API; left out if uploads are read at their own address. */
    addressOf?(rest: string, place: UploadPlace): string
  }
  /** How a pipeline on the host finds out which pull request it runs for. */
  pipeline: {
    /** Environment variables, one of which is set in every pipeline of the host. */
    marks: readonly string[]
    /** The repository, API and pull request number that the environment variables name. */
    place(env: Environment): Partial<Record<'repo' | 'apiUrl' | 'number', string | undefined>>
    /** The variable that names a file with the event in GitHub's form. */
    event?: string
    /** The variables in which pipelines, or people, provide a token. */
    tokens: readonly string[]
  }
  webhook(): Promise<WebhookProvider<HostEvent>>
  client(): Promise<(options: CodeHostOptions) => CodeHost>
  conversation(): Promise<(options: CodeHostOptions) => PullConversation>
  /**
   * How to use and register apps of this service on the host. Keep one open for each process, because it
   * caches the tokens of its installations.
   */
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

/** The header with a token. The token is an access token, or one that follows the name or address of its account and a colon. */
export const authorizationOf = (token: string): readonly [name: string, value: string] => [
  'authorization',
  token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`,
]

/** The address of a site without slashes at its end. */
export const baseOf = (site: URL): string => site.href.replace(/(?<!\/)\/+$/, '')

/** The site of an API whose path is `/api/vN`. */
export const siteAbove = (apiUrl: string): string => apiUrl.replace(/\/api\/v\d$/, '')
