import type { Selectable } from 'kysely'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { ActivityAction } from '#accounts/activity-actions.ts'
import { recordEvent } from '#accounts/events.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { sealedColumn } from '#platform/db/sealed-columns.ts'
import { AppError } from '#platform/errors.ts'
import type { Secrets } from '#platform/secrets.ts'
import { type Budget, budgetText } from '#writing/models/cost.ts'
import type { LanguageModelFailureReason } from '#writing/models/language-model.ts'
import type { LanguageModelProviderName } from '#writing/models/settings.ts'

/** The language model that an account has connected. Its key is read separately, by `writerKey`. */
export interface Writer {
  accountId: string
  provider: LanguageModelProviderName
  model: string
  /** Without a slash at the end. */
  baseUrl: string
  hasKey: boolean
  /** The last characters of the key, to recognise it by; null if the key is too short to show any. */
  keyEnd: string | null
  /** Null for no limit. */
  budget: Budget | null
  /** Whether the writer is switched on. */
  isOn: boolean
  /** Whether the writer sees a part of the diff. */
  sendsDiff: boolean
  /** Changes with each change of the settings. */
  revision: string
  changedAt: Instant
  /** Why its last question had no answer, and since when; null if it had one. */
  fault: { reason: LanguageModelFailureReason; at: Instant } | null
}

/** The settings that an owner chooses. `checkedWriter` makes them from what was typed. */
export interface WriterSettings extends Pick<Writer, 'provider' | 'model' | 'baseUrl' | 'budget'> {
  /** Undefined to keep the key, if the provider and the address stay the same. */
  apiKey: string | null | undefined
}

/** The context that the key is sealed for: this account, and the place that it may be sent to. */
const sealContext = ({ accountId, provider, baseUrl }: Pick<Writer, 'accountId' | 'provider' | 'baseUrl'>) =>
  `writer ${accountId} ${provider} ${baseUrl} key`

export const sealedWriters = sealedColumn('writer', 'api_key', ['account_id', 'provider', 'base_url'], row =>
  sealContext({ accountId: row.account_id, provider: row.provider, baseUrl: row.base_url }),
)

const SHOWN_OF_KEY = 4
/** The length of a key from which its end is shown; of a shorter one that would reveal a large part. */
const LEAST_KEY_TO_SHOW = 16

export async function writerOf(db: Reader, accountId: string): Promise<Writer | null> {
  const row = await db.selectFrom('writer').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  return row ? writerFrom(row) : null
}

const writerFrom = (row: Selectable<Schema['writer']>): Writer => ({
  accountId: row.account_id,
  provider: row.provider,
  model: row.model,
  baseUrl: row.base_url,
  hasKey: row.api_key !== null,
  keyEnd: row.key_end,
  budget:
    row.budget_unit && row.budget_limit !== null ? { unit: row.budget_unit, limit: row.budget_limit } : null,
  isOn: row.is_on === 1,
  sendsDiff: row.sends_diff === 1,
  revision: row.revision,
  changedAt: row.changed_at,
  fault: row.fault && row.fault_at !== null ? { reason: row.fault, at: row.fault_at } : null,
})

/** The key of a writer, decrypted; null for one without. */
export async function writerKey(db: Reader, secrets: Secrets, writer: Writer): Promise<string | null> {
  const row = await db
    .selectFrom('writer')
    .select('api_key')
    .where('account_id', '=', writer.accountId)
    .where('revision', '=', writer.revision)
    .executeTakeFirst()
  return row?.api_key ? secrets.open(row.api_key, sealContext(writer)) : null
}

/** Whether the stored key may be sent to the place that these settings name. */
export const keepsKey = (
  before: Writer | null,
  { provider, baseUrl }: Pick<WriterSettings, 'provider' | 'baseUrl'>,
): boolean => before !== null && before.provider === provider && before.baseUrl === baseUrl

/**
 * Connects a language model in place of the previous one, or changes it. If the provider or the address
 * changes, it is switched off and does not see the diff until an owner allows it again.
 */
export async function saveWriter(
  tx: Tx,
  context: ActionContext,
  secrets: Secrets,
  accountId: string,
  { apiKey, ...settings }: WriterSettings,
): Promise<Writer> {
  const before = await writerOf(tx, accountId)
  const isSamePlace = keepsKey(before, settings)
  const row = {
    provider: settings.provider,
    model: settings.model,
    base_url: settings.baseUrl,
    ...(apiKey === undefined && isSamePlace
      ? {}
      : keyColumns(secrets, { accountId, ...settings }, apiKey ?? null)),
    budget_unit: settings.budget?.unit ?? null,
    budget_limit: settings.budget?.limit ?? null,
    is_on: before?.isOn && isSamePlace ? 1 : 0,
    sends_diff: before?.sendsDiff && isSamePlace ? 1 : 0,
    revision: context.ids.next(),
    changed_at: context.clock.now(),
    fault: null,
    fault_at: null,
  }
  await tx
    .insertInto('writer')
    .values({ account_id: accountId, api_key: null, key_end: null, ...row })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
    .execute()
  const after = await requireWriter(tx, accountId)
  const isNewKey = isSamePlace && apiKey !== undefined && apiKey !== null
  await recordActivity(tx, context, isSamePlace ? 'writer changed' : 'writer connected', {
    accountId,
    ...(before && { before: describe(before) }),
    after: { ...describe(after), ...(isNewKey && { key: 'a new one' }) },
  })
  return after
}

const keyColumns = (
  secrets: Secrets,
  place: Pick<Writer, 'accountId' | 'provider' | 'baseUrl'>,
  key: string | null,
) => ({
  api_key: key === null ? null : secrets.seal(key, sealContext(place)),
  key_end: key !== null && key.length >= LEAST_KEY_TO_SHOW ? key.slice(-SHOWN_OF_KEY) : null,
})

/** Switches the writer on or off. Throws `not_found` if none is connected. */
export async function switchWriter(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  isOn: boolean,
): Promise<Writer> {
  const before = await requireWriter(tx, accountId)
  if (before.isOn === isOn) return before
  const { clock, ids } = context
  await tx
    .updateTable('writer')
    .set({ is_on: isOn ? 1 : 0, revision: ids.next(), changed_at: clock.now(), fault: null, fault_at: null })
    .where('account_id', '=', accountId)
    .execute()
  await tell(tx, context, isOn ? 'writer switched on' : 'writer switched off', before)
  return requireWriter(tx, accountId)
}

/** Sets whether the writer sees a part of the diff. Throws `not_found` if none is connected. */
export async function showDiff(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  sendsDiff: boolean,
): Promise<Writer> {
  const before = await requireWriter(tx, accountId)
  if (before.sendsDiff === sendsDiff) return before
  const { clock, ids } = context
  await tx
    .updateTable('writer')
    .set({ sends_diff: sendsDiff ? 1 : 0, revision: ids.next(), changed_at: clock.now() })
    .where('account_id', '=', accountId)
    .execute()
  const after = await requireWriter(tx, accountId)
  await recordActivity(tx, context, 'writer changed', {
    accountId,
    before: describe(before),
    after: describe(after),
  })
  return after
}

/** Deletes the writer with its key. Throws `not_found` if none is connected. */
export async function disconnectWriter(tx: Tx, context: ActionContext, accountId: string): Promise<void> {
  const before = await requireWriter(tx, accountId)
  await tx.deleteFrom('writer').where('account_id', '=', accountId).execute()
  await tell(tx, context, 'writer disconnected', before)
}

/**
 * Records why a question had no answer, so that owners see it; null records that one had an answer. Does
 * nothing if the writer was changed in the meantime.
 */
export async function recordWriterFault(
  tx: Tx,
  { accountId, revision }: Writer,
  reason: LanguageModelFailureReason | null,
  at: Instant,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('writer')
    .set({ fault: reason, fault_at: reason && at })
    .where('account_id', '=', accountId)
    .where('revision', '=', revision)
    .where('fault', 'is distinct from', reason)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await recordEvent(tx, accountId, 'account', [accountId])
}

export async function requireWriter(db: Reader, accountId: string): Promise<Writer> {
  const writer = await writerOf(db, accountId)
  if (writer) return writer
  throw new AppError('not_found', 'No writer is connected to this account.')
}

const tell = (tx: Tx, context: ActionContext, action: ActivityAction, writer: Writer) =>
  recordActivity(tx, context, action, { accountId: writer.accountId, after: describe(writer) })

/** What the activity log shows about a writer. Its key is never included. */
const describe = ({ provider, model, baseUrl, budget, sendsDiff }: Writer) => ({
  name: `${provider}/${model}`,
  address: baseUrl,
  budget: budget && budgetText(budget),
  diff: sendsDiff ? 'a part is sent' : 'not sent',
})
