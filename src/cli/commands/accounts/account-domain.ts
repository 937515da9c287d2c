import type { Service } from '#app/service.ts'
import {
  type DomainState,
  domainByName,
  GRACE_MS,
  JOINING_ROLES,
  listDomains,
  putDomain,
  removeDomain,
  stateOf,
} from '#auth/domains/domain.ts'
import { proveDomain } from '#auth/domains/proof.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, choice, required } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

export const addCommand = command({
  usage: 'account domain add DOMAIN',
  summary:
    'Let whoever signs in with the OpenID Connect provider and a verified address of the domain join the account, once a DNS record proves the domain. Again with another role, change the role.',
  options: { account: ACCOUNT, role: required(choice(JOINING_ROLES)) },
  run: ({ account: id, role }, [domain = ''], context) =>
    withAccount(context, id, async (account, service) => {
      if (service.config.oidc === null)
        throw new AppError('conflict', 'No provider is configured: set TIDINGS_OIDC_ISSUER first.')
      const { db } = service
      const { name } = await db.write(tx => putDomain(tx, operator(service), account.id, { domain, role }))
      return shown(await domainsOf(service, account.id), name)
    }),
})

export const listCommand = command({
  usage: 'account domain list',
  summary: 'List the domains whose people join the account, and the DNS records that prove them.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const domains = await domainsOf(service, account.id)
      return {
        json: { domains: domains.map(jsonOf) },
        text: domains.map(textOf).join('') || 'No domain joins the account.\n',
      }
    }),
})

export const checkCommand = command({
  usage: 'account domain check DOMAIN',
  summary: 'Look up the DNS record that proves the domain. The worker does so every hour.',
  options: { account: ACCOUNT },
  run: ({ account: accountId }, [domain = ''], context) =>
    withAccount(context, accountId, async (account, service) => {
      const { id, name } = await domainByName(service.db.read, account.id, domain)
      await proveDomain(service.db, { ...service, ...operator(service) }, account.id, id)
      return shown(await domainsOf(service, account.id), name)
    }),
})

export const removeCommand = command({
  usage: 'account domain remove DOMAIN',
  summary: 'End joining by the domain. Members who joined by it stay.',
  options: { account: ACCOUNT },
  run: ({ account: accountId }, [domain = ''], context) =>
    withAccount(context, accountId, async (account, service) => {
      const { id, name } = await domainByName(service.db.read, account.id, domain)
      await service.db.write(tx => removeDomain(tx, operator(service), account.id, id))
      return { json: { domain: name }, text: `Nobody joins by ${name} any more. Members stay.\n` }
    }),
})

type Domain = Awaited<ReturnType<typeof domainsOf>>[number]

async function domainsOf({ db, clock }: Service, accountId: string) {
  const now = clock.now()
  const domains = await listDomains(db.read, accountId, now)
  return domains.map(domain => ({ ...domain, state: stateOf(domain, now) }))
}

function shown(domains: readonly Domain[], wanted: string) {
  const own = domains.filter(({ name }) => name === wanted)
  return { json: own.map(jsonOf)[0], text: own.map(textOf).join('') }
}

const isoOrNull = (at: Instant | null): string | null => (at === null ? null : isoOf(at))

const jsonOf = ({ name, role, state, record, confirmedAt, turnedAway }: Domain) => ({
  domain: name,
  role,
  state,
  record: { type: 'TXT', ...record },
  last_seen: isoOrNull(confirmedAt),
  turned_away: turnedAway && { email: turnedAway.email, at: isoOf(turnedAway.at) },
})

function textOf(domain: Domain): string {
  const { name, role, state, record, turnedAway } = domain
  const lines = [
    `${name}  ${role}  ${STATES[state](domain)}`,
    ...(state === 'proven' ? [] : [`  ${record.name}  TXT  "${record.value}"`]),
    ...(turnedAway ? [`  no seat for ${turnedAway.email} on ${isoOf(turnedAway.at)}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

const STATES: Record<DomainState, (domain: Domain) => string> = {
  waiting: () => 'waits for this DNS record; then run "tidings account domain check"',
  proven: () => 'proven',
  unconfirmed: ({ confirmedAt }) =>
    `record not seen since ${isoOrNull(confirmedAt)}; without it nobody joins from ${isoOrNull((confirmedAt ?? 0) + GRACE_MS)}`,
  lapsed: () => 'no longer proven, so nobody joins; add this DNS record again',
}
