import type { Kysely, Transaction } from 'kysely'
import type {
  AccountEventTable,
  AccountPlanTable,
  AccountTable,
  ActivityTable,
  ChangelogPageTable,
  EventOutboxTable,
  FeedTable,
  MailSuppressionTable,
  PageNameTable,
  SocialSetTable,
  SubscriptionTable,
  SummarySubscriptionTable,
  VoiceTable,
} from './tables/accounts.ts'
import type {
  CredentialTable,
  InvitationTable,
  MembershipTable,
  OauthClientTable,
  OauthCodeTable,
  OauthGrantTable,
  OauthTokenTable,
  PersonTable,
  ServerAddressTable,
  ServerSecretTable,
  SessionTable,
  SetUpLinkTable,
  SignInRateTable,
  TokenTable,
  VerificationTable,
} from './tables/auth.ts'
import type {
  BulkChangeItemTable,
  BulkChangeTable,
  CardTable,
  DeclinedGroupTable,
  EntryChangeTable,
  EntryPullRequestTable,
  EntryTable,
  HighlightTable,
  ImageTable,
  PublishFailureTable,
  PublishingPolicyTable,
  QueuePauseTable,
  SlotTable,
} from './tables/changelog.ts'
import type {
  BackfillTable,
  CodeHostAppTable,
  ConnectRequestTable,
  DeliveryTable,
  GitImportTable,
  InstallationTable,
  KeyCheckTable,
  SourceTable,
  WebhookCounterTable,
} from './tables/connections.ts'
import type {
  DecisionTable,
  ExampleTable,
  HistoryReadingTable,
  MentionTable,
  PitchTable,
  PullRequestTable,
  RepositoryTable,
  ShipmentTable,
} from './tables/pulls.ts'
import type {
  JobTable,
  LanguageModelAnswerTable,
  LanguageModelHoldTable,
  LanguageModelUsageTable,
  WorkerTable,
} from './tables/service.ts'
import type {
  PostTable,
  PostTextTable,
  SocialAccountTable,
  SocialAppTable,
  SocialConnectRequestTable,
  SocialSettingsTable,
} from './tables/social.ts'

/**
 * The tables. Times are integer milliseconds, ids are UUIDs as text, yes/no is 1/0, lists are JSON as text: the same on both
 * engines, so that one query serves both. What a column promises stands with the type that it is read into.
 */
export interface Schema {
  account: AccountTable
  event_outbox: EventOutboxTable
  account_event: AccountEventTable
  voice: VoiceTable
  social_set: SocialSetTable
  social_account: SocialAccountTable
  social_settings: SocialSettingsTable
  social_app: SocialAppTable
  social_connect_request: SocialConnectRequestTable
  post: PostTable
  post_text: PostTextTable
  feed: FeedTable
  changelog_page: ChangelogPageTable
  page_name: PageNameTable
  repository: RepositoryTable
  pull_request: PullRequestTable
  decision: DecisionTable
  pitch: PitchTable
  entry: EntryTable
  entry_pull_request: EntryPullRequestTable
  entry_change: EntryChangeTable
  bulk_change: BulkChangeTable
  bulk_change_item: BulkChangeItemTable
  image: ImageTable
  card: CardTable
  declined_group: DeclinedGroupTable
  mention: MentionTable
  shipment: ShipmentTable
  slot: SlotTable
  queue_pause: QueuePauseTable
  publish_failure: PublishFailureTable
  publishing_policy: PublishingPolicyTable
  activity: ActivityTable
  example: ExampleTable
  history_reading: HistoryReadingTable
  language_model_usage: LanguageModelUsageTable
  language_model_hold: LanguageModelHoldTable
  language_model_answer: LanguageModelAnswerTable
  job: JobTable
  worker: WorkerTable
  source: SourceTable
  code_host_app: CodeHostAppTable
  installation: InstallationTable
  handshake: ConnectRequestTable
  delivery: DeliveryTable
  callback_tally: WebhookCounterTable
  backfill: BackfillTable
  git_import: GitImportTable
  key_check: KeyCheckTable
  mail_suppression: MailSuppressionTable
  summary_subscription: SummarySubscriptionTable
  subscription: SubscriptionTable
  account_plan: AccountPlanTable
  highlight: HighlightTable
  token: TokenTable
  server_secret: ServerSecretTable
  server_address: ServerAddressTable
  person: PersonTable
  credential: CredentialTable
  session: SessionTable
  verification: VerificationTable
  sign_in_rate: SignInRateTable
  set_up_link: SetUpLinkTable
  membership: MembershipTable
  invitation: InvitationTable
  oauth_client: OauthClientTable
  oauth_grant: OauthGrantTable
  oauth_code: OauthCodeTable
  oauth_token: OauthTokenTable
}

/** For reading. On SQLite it refuses to write. */
export type Reader = Kysely<Schema>

/** For reading and writing, inside one transaction. */
export type Tx = Transaction<Schema>
