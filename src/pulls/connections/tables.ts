import type { Fixed } from '#platform/db/schema.ts'
import type { InstallationState } from '#pulls/connections/installations.ts'
import type { ReviewsState, SourceState } from '#pulls/connections/sources.ts'
import type { CodeHostName } from '#pulls/hosts/hosts.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    /** A connection to a repository on a code host. */
    source: {
      /** The `connection_id` in the address of its webhooks. */
      id: Fixed<string>
      account_id: Fixed<string>
      repository_id: Fixed<string>
      /** `github`, `gitlab`, `forgejo`, `bitbucket` or `azure`. */
      provider: Fixed<CodeHostName>
      /** The address of its API, without a slash at the end. */
      api_url: string
      /** The secret that its webhooks are signed with, sealed; null for a repository of an app, whose webhooks the app's secret proves. */
      secret: string | null
      /** The token for its API, sealed; null if there are only webhooks, or if an app reads the API. */
      token: string | null
      /** The host's id of the app's installation. */
      installation_id: string | null
      state: SourceState
      /** Why the source is not `active`, in a sentence. */
      state_reason: string | null
      /** Whether its open pull requests are reviewed. */
      reviews: ReviewsState
      /** Why reviews are `refused`, in a sentence. */
      reviews_reason: string | null
      /** All merges before this time have been requested from the host. */
      reconciled_until: number | null
      created_at: Fixed<number>
    }
    /** An app of this service on a code host: made by the operator, shared by all accounts. */
    code_host_app: {
      id: Fixed<string>
      provider: Fixed<string>
      api_url: Fixed<string>
      app_id: Fixed<string>
      slug: Fixed<string>
      client_id: Fixed<string>
      /** The app's private key, webhook secret and client secret, as sealed JSON. */
      secrets: string
      created_at: Fixed<number>
    }
    /** An installation of an app. It belongs to an account only once its owner has proved that they administer it. */
    installation: {
      app_id: Fixed<string>
      installation_id: Fixed<string>
      /** The login, on the host, of the account or organisation where the app is installed. */
      login: string
      account_id: string | null
      state: InstallationState
      created_at: Fixed<number>
    }
  }
}
