import { isIP } from 'node:net'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import { touchFeeds } from '#accounts/feed-revision.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { proofName, requireTxtRecord, type TxtLookup, type TxtRecord } from '#platform/http/dns.ts'
import { refusedSetting } from '../settings-input.ts'

/** The operator's rules for the host names of pages. */
export interface HostRules {
  /** The operator's own host names in lower case. No page may have one, since sign-in and the MCP server trust what is served there. */
  operatorHosts: readonly string[]
  /** How a host name is proven. `off` holds only while the installation has one account, which then need not prove anything. */
  proof: 'dns' | 'off'
}

/** Whether a host name, as the URL parser writes it, belongs to the operator or means the machine itself. */
export const isOperatorHost = (host: string, { operatorHosts }: HostRules): boolean =>
  host === '' ||
  operatorHosts.includes(host) ||
  /(?:^|\.)localhost\.?$/.test(host) ||
  host.startsWith('[') ||
  isIP(host) !== 0

interface Hosts {
  /** The host name that serves the page. */
  host: string | null
  claimedHost: string | null
}

/**
 * The hosts of a page after its owner asks for this one. The previous host serves until the new one is
 * proven. Throws `invalid_parameter` for the operator's host names.
 */
export async function hostsAfter(
  tx: Tx,
  rules: HostRules,
  before: Hosts,
  wanted: string | null,
): Promise<Hosts> {
  if (wanted === null || wanted === before.host) return { host: wanted, claimedHost: null }
  if (isOperatorHost(wanted, rules))
    throw refusedSetting('host', wanted, 'a host name of your own, not one of this server')
  const needsProof = rules.proof === 'dns' || (await countAccounts(tx)) > 1
  return needsProof ? { host: before.host, claimedHost: wanted } : { host: wanted, claimedHost: null }
}

export async function countAccounts(db: Reader): Promise<number> {
  const { n } = await db
    .selectFrom('account')
    .select(build => build.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The DNS record that proves a claimed host. Only the owner of the name can make it, and it names the account. */
export interface HostProof extends TxtRecord {
  host: string
}

/** The proof that a claimed host needs; null if no host waits for its proof. */
export async function hostProof(db: Reader, accountId: string): Promise<HostProof | null> {
  const row = await db
    .selectFrom('changelog_page as page')
    .innerJoin('feed', 'feed.account_id', 'page.account_id')
    .select(['page.claimed_host', 'feed.id'])
    .where('page.account_id', '=', accountId)
    .where('feed.set_id', 'is', null)
    .executeTakeFirst()
  if (!row?.claimed_host) return null
  // The value is the id of the account's feed: permanent, not secret, and not part of any address.
  return { host: row.claimed_host, name: proofName(row.claimed_host), value: `tidings=${row.id}` }
}

/**
 * Looks up the DNS record of the claimed host, and serves the page there if the record is right. Another account that has the host loses
 * it, because the record shows who owns it now. Throws `conflict` if no host is claimed or the record is missing.
 */
export async function proveHost(
  db: Database,
  context: ActionContext & { hostRules: HostRules; txtRecords: TxtLookup },
  accountId: string,
): Promise<string> {
  const proof = await hostProof(db.read, accountId)
  if (!proof) throw new AppError('conflict', 'No host name waits for its proof.')
  if (isOperatorHost(proof.host, context.hostRules))
    throw refusedSetting('host', proof.host, 'a host name of your own, not one of this server')
  await requireTxtRecord(context.txtRecords, proof)
  await db.write(tx => serveHost(tx, context, accountId, proof.host))
  return proof.host
}

async function serveHost(tx: Tx, context: ActionContext, accountId: string, host: string): Promise<void> {
  const former = await tx
    .updateTable('changelog_page')
    .set({ host: null, claimed_host: host })
    .where('host', '=', host)
    .where('account_id', '!=', accountId)
    .returning('account_id')
    .execute()
  const world = { ...context, actor: 'dns' }
  for (const { account_id } of former) await recordHost(tx, world, account_id, { from: host, to: null })
  const { numUpdatedRows } = await tx
    .updateTable('changelog_page')
    .set({ host, claimed_host: null })
    .where('account_id', '=', accountId)
    .where('claimed_host', '=', host)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new AppError('conflict', 'Another host name was chosen while this one was checked.')
  await recordHost(tx, context, accountId, { from: null, to: host })
}

async function recordHost(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  await touchFeeds(tx, context.clock, accountId, 'all')
  await recordActivity(tx, context, 'page changed', {
    accountId,
    before: { host: from },
    after: { host: to },
  })
}

/** The host names of all pages in order: those that serve, and those that wait for their proof. */
export async function hostsOfPages(db: Reader): Promise<{ served: string[]; waiting: string[] }> {
  const rows = await db.selectFrom('changelog_page').select(['host', 'claimed_host']).execute()
  const sorted = (hosts: (string | null)[]) => hosts.filter(host => host !== null).toSorted()
  return { served: sorted(rows.map(row => row.host)), waiting: sorted(rows.map(row => row.claimed_host)) }
}
