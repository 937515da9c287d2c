import type { CodeHostOptions, TokenSource } from './code-host.ts'

/** The credentials that a code host issues for a registered app. All but the id, the slug and the client id are secret. */
export interface AppCredentials {
  appId: string
  slug: string
  /** The private key in PEM format. */
  privateKey: string
  webhookSecret: string
  clientId: string
  clientSecret: string
}

export interface HostAppOptions
  extends Omit<AppCredentials, 'webhookSecret'>,
    Omit<CodeHostOptions, 'token'> {}

/** An installation of the app in an account or organisation on the host. */
export interface Installation {
  id: string
  /** The login of the account or organisation. */
  account: string
  isSuspended: boolean
}

/** An installation with what only the app itself can see. */
interface OwnInstallation extends Installation {
  /** Whether the app may comment on pull requests in this installation. */
  mayComment: boolean
}

export interface InstallationRepository {
  name: string
  id: string
}

/** An installation with those of its repositories that a person administers, and therefore may connect. */
export interface AdministeredInstallation extends Installation {
  repositories: InstallationRepository[]
}

/** A client that acts as our app on a code host. Every method rejects with `HostFailure`. */
export interface HostApp {
  /** The host's name in records: `github.com`, `ghe.example`. */
  host: string
  /**
   * Returns the token source of an installation. Tokens last an hour and are cached in this object until shortly before they
   * expire.
   */
  tokenOf(installationId: string): TokenSource
  installation(id: string): Promise<OwnInstallation>
  /** Removes the app from the installation, with all its permissions. */
  uninstall(id: string): Promise<void>
  /** The page where a person authorizes the app. The host redirects to `redirectUri` with `code` and this `state`. */
  authorizeUrl(state: string, redirectUri: string): string
  /** The page where a person installs the app. With a `state`, the host then redirects as from `authorizeUrl`. */
  installUrl(state?: string): string
  /**
   * The installations with repositories that the person who came back with this code administers. That
   * somebody sees an installation proves nothing: everyone does who may read one of its repositories. Rejects
   * with `unauthorized` for a code that is used, expired or invalid.
   */
  administeredInstallations(code: string, redirectUri: string): Promise<AdministeredInstallation[]>
}

/** The form that registers an app: the person's browser posts `manifest` to `url`. */
export interface AppManifest {
  url: string
  manifest: string
}

export interface ManifestOptions {
  apiUrl: string
  /** The address of this service, without a trailing slash. */
  baseUrl: string
  /** The app's name, unique on the host. */
  name: string
  /** The organisation that owns the app; null for the person's own account. */
  organisation: string | null
  /** Whether the app asks for the permission to comment on pull requests. */
  mayComment: boolean
  state: string
  /** Paths of this service: where the host sends the code of the registration, and where it sends the code of an authorization. */
  registeredPath: string
  provenPath: string
}
