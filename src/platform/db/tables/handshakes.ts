import type { Fixed } from './column.ts'

/** A one-time link that leads a person through the pages of a code host and back. Of its three secrets only hashes are kept. */
export interface ConnectRequestTable {
  id: Fixed<string>
  /** `register` an app, or `connect` repositories through it. */
  purpose: Fixed<string>
  /** Whose repositories are to be connected; null where an app is registered. */
  account_id: Fixed<string | null>
  api_url: Fixed<string>
  /** JSON: how the app is to be called, and whose it is to be. */
  wish: Fixed<string>
  /** Of what stands in the link. */
  link_hash: Fixed<string>
  /** Of what the host sends back. */
  state_hash: Fixed<string>
  /** Of what the browser that opened the link keeps. */
  browser_hash: Fixed<string>
  /** `open`, `taken`, `proven` or `done`. */
  step: string
  /** JSON: what the person proved to administer. */
  found: string | null
  expires_at: Fixed<number>
  created_at: Fixed<number>
}
