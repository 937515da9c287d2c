import { sql } from 'kysely'
import type { ActionContext } from '#accounts/activity.ts'
import { recordActivity } from '#accounts/activity.ts'
import { accountsToDelete, closeAccount } from '#accounts/deletion.ts'
import { deletedMail } from '#accounts/mail/templates.ts'
import { endMembership, listMembers } from '#accounts/members.ts'
import { appConnectionKey, installationIn } from '#pipeline/webhooks/host-events.ts'
import { MINUTE_MS } from '#platform/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { messageOf } from '#platform/errors.ts'
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring.ts'
import type { Log } from '#platform/log.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import { apiUrlOfApp } from '#pulls/connections/apps.ts'
import { listSources } from '#pulls/connections/sources.ts'
import type { HostApp } from '#pulls/hosts/host-app.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { disconnectSocialAccount } from '#social/accounts/disconnect.ts'
import { listSocialAccounts } from '#social/accounts/social-account.ts'
import type { SocialContext } from '#social/context.ts'
import { rowsOf } from './rows.ts'

export interface DeletionContext extends ActionContext {
  db: Database
  log: Log
  social: SocialContext
  appAt(apiUrl: string): Promise<{ app: HostApp } | null>
  /** Sends a mail; null if the server sends none. */
  send: ((to: string, mail: MailContent) => Promise<unknown>) | null
}

const ROWS_AT_ONCE = 500

/** Deletes the accounts that are due. If it is interrupted, the next run continues with what is left. */
export const deleteAccounts = (context: DeletionContext): RecurringJob => ({
  definition: defineRecurringJob('delete accounts'),
  everyMs: 10 * MINUTE_MS,
  async run(signal) {
    for (const id of await accountsToDelete(context.db.read, context.clock.now()))
      await deleteAccount(context, id, signal)
    return async () => {}
  },
})

/**
 * Deletes an account: first its addresses and tokens, then the access that others gave it; then the owners
 * are told, and the rest is deleted.
 */
async function deleteAccount(
  context: DeletionContext,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, ids, clock, log } = context
  const closing = { clock, publicId: ids.next() }
  if (!(await db.write(tx => closeAccount(tx, closing, accountId)))) return
  for (const account of await listSocialAccounts(db.read, accountId)) {
    signal.throwIfAborted()
    await disconnectSocialAccount(context.social, account)
  }
  await uninstallApps(context, accountId, signal)
  await tellOwners(context, accountId)
  for (const { id } of await listMembers(db.read, accountId))
    await db.write(tx => endMembership(tx, accountId, id))
  await deleteRows(db, accountId, signal)
  await db.write(tx => tx.deleteFrom('account').where('id', '=', accountId).execute())
  log.info('an account was deleted', {})
}

/** Uninstalls our apps from the account's installations on code hosts. */
async function uninstallApps(
  context: DeletionContext,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = context
  const installations = await db.read
    .selectFrom('installation')
    .select(['app_id', 'installation_id', 'login', 'state'])
    .where('account_id', '=', accountId)
    .execute()
  for (const { app_id: appId, installation_id: id, login, state } of installations) {
    signal.throwIfAborted()
    const problem = state === 'deleted' ? null : await uninstall(context, appId, id)
    if (problem !== null) log.warn('an app could not be uninstalled', { installation: id, error: problem })
    await deleteDeliveries(db, appConnectionKey(appId), id, signal)
    await db.write(async tx => {
      await tx
        .deleteFrom('installation')
        .where('app_id', '=', appId)
        .where('installation_id', '=', id)
        .execute()
      const told = { accountId, subject: id, before: { installation: login }, after: { problem } }
      await recordActivity(tx, context, 'released', told)
    })
  }
}

/** Uninstalls an app. Returns why that failed, or null. */
async function uninstall({ db, appAt }: DeletionContext, appId: string, id: string): Promise<string | null> {
  try {
    const found = await appAt((await apiUrlOfApp(db.read, appId)) ?? '')
    await found?.app.uninstall(id)
    return null
  } catch (error) {
    return error instanceof HostFailure && error.reason === 'gone' ? null : messageOf(error)
  }
}

/** Deletes the deliveries about an installation, which are stored under the app and not under an account. */
async function deleteDeliveries(
  db: Database,
  connection: string,
  installationId: string,
  signal: AbortSignal,
): Promise<void> {
  let last = ''
  for (;;) {
    signal.throwIfAborted()
    const rows = await db.read
      .selectFrom('delivery')
      .select(['id', 'body'])
      .where('connection', '=', connection)
      .where('id', '>', last)
      .orderBy('id')
      .limit(ROWS_AT_ONCE / 5)
      .execute()
    const own = rows.filter(({ body }) => installationIn(JSON.parse(body)) === installationId)
    const ids = own.map(({ id }) => id)
    if (ids.length > 0) await db.write(tx => tx.deleteFrom('delivery').where('id', 'in', ids).execute())
    last = rows.at(-1)?.id ?? ''
    if (last === '') return
  }
}

/** Tells the owners that the account is deleted, and what they have to end themselves. A mail that cannot be sent delays nothing. */
async function tellOwners({ db, send, log, social }: DeletionContext, accountId: string): Promise<void> {
  const { name } = await db.read
    .selectFrom('account')
    .select('name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const mail = deletedMail({
    accountName: name,
    left: await leftOf(db, accountId),
    link: `${social.baseUrl}/app`,
  })
  for (const { role, email } of await listMembers(db.read, accountId))
    if (role === 'owner')
      await send?.(email, mail).catch(error =>
        log.warn('an owner could not be told of the deletion', { error: messageOf(error) }),
      )
}

/** The access that only a person can end: what could not be revoked, and webhooks and tokens that people made. */
async function leftOf(db: Database, accountId: string): Promise<string[]> {
  const ended = await db.read
    .selectFrom('activity')
    .select(['before', 'after'])
    .where('account_id', '=', accountId)
    .where('action', 'in', ['social account disconnected', 'released'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const refused = ended.flatMap(({ before, after }) => {
    const { handle, installation } = JSON.parse(before ?? '{}')
    const { problem } = JSON.parse(after ?? '{}')
    return typeof problem === 'string' ? [`${handle ?? installation}: ${problem}`] : []
  })
  const sources = (await listSources(db.read, { accountId })).filter(source => source.installationId === null)
  return [
    ...refused,
    ...sources.map(({ host, repo }) => `${host}/${repo}: its webhook, and the access token that you made`),
  ]
}

/** Deletes rows in small batches, so that nothing else waits for long. */
async function deleteRows(db: Database, accountId: string, signal: AbortSignal): Promise<void> {
  await db.write(tx =>
    tx.updateTable('entry').set({ edition_id: null }).where('account_id', '=', accountId).execute(),
  )
  for (const { table, isOwn } of rowsOf(accountId)) {
    const from = sql`${sql.table(table)}`
    const some =
      db.engine === 'sqlite'
        ? sql`rowid in (select rowid from ${from} where ${isOwn} limit ${sql.lit(ROWS_AT_ONCE)})`
        : sql`ctid = any(array(select ctid from ${from} where ${isOwn} limit ${sql.lit(ROWS_AT_ONCE)}))`
    for (;;) {
      signal.throwIfAborted()
      const { numAffectedRows } = await db.write(tx => sql`delete from ${from} where ${some}`.execute(tx))
      if (!numAffectedRows) break
    }
  }
}
