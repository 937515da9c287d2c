import type { Fixed } from '#platform/db/schema.ts'
import type { InstallationState } from '#pulls/connections/installations.ts'
import type { ReviewsState, SourceState } from '#pulls/connections/sources.ts'
import type { SourceProvider } from '#pulls/hosts/hosts.ts'

declare module '#platform/db/schema.ts' {
  interface Schema {
    /** A connection to a repository on a code host. */
    source: {
      /** The `connection_id` in the address of its callbacks. */
      id: Fixed<string>
      account_id: Fixed<string>
      repository_id: Fixed<string>
      /** `github`, `gitlab`, `forgejo`. */
      provider: Fixed<SourceProvider>
      /** Where its API is, without a slash at the end. */
      api_url: string
      /** What its callbacks are signed with, sealed; null for a repository of an app, whose callbacks the app's secret proves. */
      secret: string | null
      /** For reading its API, sealed; null: callbacks alone, or an app's. */
      token: string | null
      /** The id of the app's installation, as the host has it. */
      installation_id: string | null
      state: SourceState
      /** Why, in a sentence, when it is not `active`. */
      state_reason: string | null
      /** Whether its open pull requests are reviewed. */
      reviews: ReviewsState
      /** Why, in a sentence, when they are `refused`. */
      reviews_reason: string | null
      /** Merges up to here were asked for. */
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
      /** Sealed, as JSON: private key, webhook secret and client secret. */
      secrets: string
      created_at: Fixed<number>
    }
    /** Where the app was installed. It belongs to an account only once its owner has proved access to it. */
    installation: {
      app_id: Fixed<string>
      installation_id: Fixed<string>
      /** The host's name of whoever installed it. */
      login: string
      account_id: string | null
      state: InstallationState
      created_at: Fixed<number>
    }
  }
}
