import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { lockAccount } from '#accounts/account.ts'
import { type ActionContext, recordActivity } from '#accounts/activity.ts'
import type { Role } from '#accounts/roles.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#platform/clock.ts'
import type { Reader, Schema, Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { proofName, type TxtRecord } from '#platform/http/dns.ts'
import { mailDomainOrNull } from '#platform/mail/address.ts'
import { clip, safeLine } from '#platform/text.ts'

/**
 * Well-known hosts at which anybody gets an address. Only the host itself could make the record that proves
 * one, so this list merely says so before somebody tries.
 */
const PUBLIC_MAIL_HOSTS: ReadonlySet<string> = new Set(
  `126.com 163.com aol.com bluewin.ch comcast.net daum.net duck.com fastmail.com free.fr freenet.de gmail.com gmx.at gmx.ch
  gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de hotmail.fr icloud.com inbox.ru laposte.net
  libero.it list.ru live.com mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com orange.fr outlook.com outlook.de
  outlook.fr pm.me posteo.de proton.me protonmail.com qq.com rediffmail.com seznam.cz sina.com t-online.de tuta.com tutanota.com
  web.de wp.pl yahoo.co.jp yahoo.co.uk yahoo.com yahoo.de yahoo.fr yandex.com yandex.ru ymail.com zoho.com zohomail.com`.split(
    /\s+/,
  ),
)

/** Roles that a domain can give. Nobody becomes an owner by their address alone. */
export const JOINING_ROLES = ['viewer', 'writer', 'publisher'] as const satisfies readonly Role[]
export type JoiningRole = (typeof JOINING_ROLES)[number]

/** How long a domain counts as proven after its record was last seen. */
export const GRACE_MS = 7 * DAY_MS
/** How often a record is looked up. */
export const RECHECK_MS = HOUR_MS

/** A domain whose people join the account by signing in with the company's provider, once a DNS record has proven it. */
export interface JoiningDomain {
  id: string
  accountId: string
  /** The domain in lower-case ASCII. */
  name: string
  role: JoiningRole
  /** The DNS record that proves the domain, since only who controls it can make one. */
  record: TxtRecord
  /** Null while it is not proven, or not any more. */
  provenAt: Instant | null
  /** When the record was last seen; null if it never was. */
  confirmedAt: Instant | null
}

export type DomainRow = Selectable<Schema['joining_domain']>

const domainFrom = (row: DomainRow): JoiningDomain => ({
  id: row.id,
  accountId: row.account_id,
  name: row.domain,
  role: row.role,
  record: { name: proofName(row.domain), value: `tidings-join=${row.token}` },
  provenAt: row.proven_at,
  confirmedAt: row.confirmed_at,
})

/**
 * `waiting` for its record, `proven`, `unconfirmed` when the record was not seen at the latest looks, and `lapsed` when it has been
 * gone for too long.
 */
export type DomainState = 'waiting' | 'proven' | 'unconfirmed' | 'lapsed'

export function domainStateOf({ provenAt, confirmedAt }: JoiningDomain, now: Instant): DomainState {
  if (confirmedAt === null) return 'waiting'
  if (provenAt === null || confirmedAt <= now - GRACE_MS) return 'lapsed'
  return confirmedAt <= now - 3 * RECHECK_MS ? 'unconfirmed' : 'proven'
}

const MOST_DOMAINS = 20

/**
 * Adds a domain, or changes the role that it gives. Throws `invalid_parameter` for text that is no domain and for a public mail host,
 * and `conflict` when the account has too many.
 */
export async function putDomain(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  { domain: given, role }: { domain: string; role: JoiningRole },
): Promise<JoiningDomain> {
  const name = nameFrom(given)
  await lockAccount(tx, accountId)
  const rows = await tx.selectFrom('joining_domain').selectAll().where('account_id', '=', accountId).execute()
  const before = rows.find(({ domain }) => domain === name)
  if (before) return changeRole(tx, context, before, role)
  if (rows.length >= MOST_DOMAINS)
    throw new AppError('conflict', `An account has up to ${MOST_DOMAINS} domains. Remove one first.`)
  const row: DomainRow = {
    id: context.ids.next(),
    account_id: accountId,
    domain: name,
    role,
    token: randomBytes(16).toString('base64url'),
    proven_at: null,
    confirmed_at: null,
    turned_away: null,
    turned_away_at: null,
    created_at: context.clock.now(),
  }
  await tx.insertInto('joining_domain').values(row).execute()
  await recordActivity(tx, context, 'domain added', { accountId, subject: row.id, after: { name, role } })
  return domainFrom(row)
}

async function changeRole(
  tx: Tx,
  context: ActionContext,
  before: DomainRow,
  role: JoiningRole,
): Promise<JoiningDomain> {
  if (role === before.role) return domainFrom(before)
  await tx.updateTable('joining_domain').set({ role }).where('id', '=', before.id).execute()
  await recordActivity(tx, context, 'domain changed', {
    accountId: before.account_id,
    subject: before.id,
    before: { name: before.domain, role: before.role },
    after: { name: before.domain, role },
  })
  return domainFrom({ ...before, role })
}

function nameFrom(given: string): string {
  const name = mailDomainOrNull(given.trim().replace(/^@/, ''))
  if (name === null) throw refused(given, 'a domain like example.com')
  if (PUBLIC_MAIL_HOSTS.has(name))
    throw refused(given, 'a domain where only your company gives out addresses, and no public mail host')
  return name
}

function refused(given: string, accepts: string): AppError {
  const got = clip(safeLine(given), 80)
  const parameters = [{ name: 'domain', got, accepts }]
  return new AppError('invalid_parameter', `domain must be ${accepts}; got ${got || 'nothing'}.`, {
    parameters,
  })
}

const TURNED_AWAY_SHOWN_MS = 30 * DAY_MS

/** The domains of an account by name, each with the last person of this month whom it turned away because the plan has no seat left. */
export async function listDomains(
  db: Reader,
  accountId: string,
  now: Instant,
): Promise<(JoiningDomain & { turnedAway: { email: string; at: Instant } | null })[]> {
  const rows = await db
    .selectFrom('joining_domain as domain')
    .leftJoin('person', 'person.email', 'domain.turned_away')
    .leftJoin('membership', join =>
      join
        .onRef('membership.person_id', '=', 'person.id')
        .onRef('membership.account_id', '=', 'domain.account_id'),
    )
    .selectAll('domain')
    .select('membership.person_id as member')
    .where('domain.account_id', '=', accountId)
    .orderBy('domain.domain')
    .execute()
  return rows.map(({ member, ...row }) => ({
    ...domainFrom(row),
    turnedAway: member === null ? turnedAwayFrom(row, now) : null,
  }))
}

function turnedAwayFrom({ turned_away: email, turned_away_at: at }: DomainRow, now: Instant) {
  return email !== null && at !== null && at > now - TURNED_AWAY_SHOWN_MS ? { email, at } : null
}

/** Every domain of every account. */
export async function allDomains(db: Reader): Promise<JoiningDomain[]> {
  const rows = await db.selectFrom('joining_domain').selectAll().orderBy('id').execute()
  return rows.map(domainFrom)
}

/** The domain of the account with this name, however it is spelt. Throws `not_found`, and `invalid_parameter` for text that is no domain. */
export async function domainByName(db: Reader, accountId: string, given: string): Promise<JoiningDomain> {
  const row = await db
    .selectFrom('joining_domain')
    .selectAll()
    .where('domain', '=', nameFrom(given))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? domainFrom(row) : unknown()
}

const unknown = (): never => {
  throw new AppError('not_found', 'No such domain in this account.')
}

/** Ends joining by the domain, and returns its name. People who joined stay. */
export async function removeDomain(
  tx: Tx,
  context: ActionContext,
  accountId: string,
  domain: string,
): Promise<string> {
  const { id, name, role } = await domainByName(tx, accountId, domain)
  await tx.deleteFrom('joining_domain').where('id', '=', id).execute()
  await recordActivity(tx, context, 'domain removed', { accountId, subject: id, before: { name, role } })
  return name
}
