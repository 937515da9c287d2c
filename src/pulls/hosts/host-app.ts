import type { Clock } from '#platform/clock.ts'
import type { RetryTiming, TokenSource } from './code-host.ts'

/** What a code host gives for an app once it is registered. All but the id and the slug are secrets. */
export interface AppCredentials {
  appId: string
  slug: string
  /** PEM. */
  privateKey: string
  webhookSecret: string
  clientId: string
  clientSecret: string
}

export interface HostAppOptions extends Omit<AppCredentials, 'webhookSecret'> {
  /** As of `CodeHostOptions`. */
  apiUrl: string
  fetch: typeof globalThis.fetch
  clock: Clock
  retryTiming?: RetryTiming
}

/** The app as somebody put it into their account on the host. */
export interface Installation {
  id: string
  /** The host's name of that account. */
  account: string
  isSuspended: boolean
}

export interface InstallationRepository {
  name: string
  id: string
}

/** An installation, and those of its repositories that a person administers: what they may connect. */
export interface AdministeredInstallation extends Installation {
  repositories: InstallationRepository[]
}

/** Our app on a code host. Every verb throws `HostFailure`. */
export interface HostApp {
  /** As records name it: `github.com`, `ghe.example`. */
  host: string
  /** Installation tokens last an hour; one is kept until shortly before its end. Keep the app, and with it the tokens. */
  tokenOf(installationId: string): TokenSource
  installation(id: string): Promise<Installation>
  repositoriesOf(installationId: string): Promise<InstallationRepository[]>
  /** Where a person confirms on the host who they are; it sends them to `redirectUri` with `code` and this `state`. */
  authorizeUrl(state: string, redirectUri: string): string
  /** Where a person puts the app into an account of theirs; the host then sends them on as from `proofAddress`, where a state was given. */
  installUrl(state?: string): string
  /**
   * Who came back with this code proves what they administer. Seeing an installation is not enough: whoever may read one of its
   * repositories does. `unauthorized` for a code that is used, stale or made up.
   */
  administeredInstallations(code: string, redirectUri: string): Promise<AdministeredInstallation[]>
}

/** What the person's browser posts to the host to register the app: as form field `manifest`, to `address`. */
export interface AppManifest {
  url: string
  manifest: string
}

export interface ManifestOptions {
  apiUrl: string
  /** Ours, without a slash at the end. */
  baseUrl: string
  /** Shown on the host; unique there. */
  name: string
  /** The organisation that is to own it; null for the person. */
  organisation: string | null
  state: string
  /** Our paths: where the host sends the code of the conversion, and a person's proof. */
  registeredPath: string
  provenPath: string
}
