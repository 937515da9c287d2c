import type { Fixed } from './column.ts'

export interface MailSuppressionTable {
  /** The address as all its spellings have it in common. */
  address_key: Fixed<string>
  /** `bounced` or `complained`. */
  reason: string
  suppressed_at: Fixed<number>
}

/** A row is a wish: without one there is no summary. */
export interface SummarySubscriptionTable {
  id: Fixed<string>
  account_id: Fixed<string>
  address: string
  address_key: Fixed<string>
  /** Stands in the address that ends it. Kept as it is, since every mail repeats it, and it can do nothing else. */
  token: Fixed<string>
  due_at: number
  created_at: Fixed<number>
}
