import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '#platform/db/schema.ts'

/** How a row belongs to an account: through its own `account_id`, or through the row of another table that a column names. */
type Owned = 'account_id' | readonly [column: string, table: keyof Schema]

/**
 * Every table, in an order in which rows can be deleted: rows that reference others come first. Null for
 * tables that do not belong to accounts, and for people, who may be members of other accounts.
 */
const TABLES: Record<keyof Schema, Owned | null> = {
  review: ['source_id', 'source'],
  source: 'account_id',
  installation: 'account_id',
  job: 'account_id',
  delivery: 'account_id',
  rewording_draft: ['rewording_id', 'run'],
  run: 'account_id',
  post_words: ['entry_id', 'entry'],
  post_text: ['entry_id', 'entry'],
  post: 'account_id',
  publish_failure: ['entry_id', 'entry'],
  declined_group: 'account_id',
  mention: 'account_id',
  search_text: 'account_id',
  entry_translation: 'account_id',
  entry_pull_request: 'account_id',
  entry: 'account_id',
  highlight: 'account_id',
  decision: 'account_id',
  pitch: ['pull_request_id', 'pull_request'],
  example: 'account_id',
  pull_request: 'account_id',
  issue_title: ['repository_id', 'repository'],
  shipment: ['repository_id', 'repository'],
  repository: 'account_id',
  social_account: 'account_id',
  schedule_time: 'account_id',
  queue_pause: 'account_id',
  publishing_policy: 'account_id',
  feed: 'account_id',
  social_set: 'account_id',
  changelog_page: 'account_id',
  page_name: 'account_id',
  image: 'account_id',
  card: 'account_id',
  oauth_token: ['grant_id', 'oauth_grant'],
  ticket: 'account_id',
  oauth_grant: 'account_id',
  token: 'account_id',
  joining_domain: 'account_id',
  summary_subscription: 'account_id',
  subscription: 'account_id',
  account_plan: 'account_id',
  voice: 'account_id',
  writer: 'account_id',
  language_model_usage: 'account_id',
  language_model_hold: 'account_id',
  language_model_answer: 'account_id',
  erased: 'account_id',
  activity: 'account_id',
  membership: null,
  account: null,
  person: null,
  credential: null,
  session: null,
  passkey: null,
  second_factor: null,
  sign_in_rate: null,
  oauth_client: null,
  mail_suppression: null,
  social_app: null,
  code_host_app: null,
  worker: null,
  server_value: null,
}

/** The tables with rows of an account, in an order in which they can be deleted, each with the condition for those rows. */
export const rowsOf = (accountId: string): { table: keyof Schema; isOwn: RawBuilder<SqlBool> }[] =>
  Object.entries(TABLES).flatMap(([table, owned]) =>
    owned === null ? [] : [{ table: table as keyof Schema, isOwn: conditionOf(owned, accountId) }],
  )

const conditionOf = (owned: Owned, accountId: string): RawBuilder<SqlBool> =>
  owned === 'account_id'
    ? sql`account_id = ${accountId}`
    : sql`${sql.ref(owned[0])} in (select id from ${sql.table(owned[1])} where account_id = ${accountId})`
