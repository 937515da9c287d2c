import { z } from 'zod'
import {
  type DomainState,
  domainStateOf,
  GRACE_MS,
  JOINING_ROLES,
  listDomains,
  putDomain,
  removeDomain,
} from '#auth/domains/domain.ts'
import { proveDomain } from '#auth/domains/proof.ts'
import { isoOf, isoOrNull } from '#platform/clock.ts'
import { type Acting, action } from '../action.ts'
import { requireProvider } from './sign-on.ts'

type Domain = Awaited<ReturnType<typeof domainsOf>>[number]

async function domainsOf({ db, clock, accountId }: Acting) {
  const now = clock.now()
  const domains = await listDomains(db.read, accountId, now)
  return domains.map(domain => ({ ...domain, state: domainStateOf(domain, now) }))
}

async function shown(acting: Acting, wanted: string): Promise<Domain> {
  const domain = (await domainsOf(acting)).find(({ name }) => name === wanted)
  if (!domain) throw new Error(`${wanted} was removed meanwhile.`)
  return domain
}

const print = (domain: Domain) => ({ json: jsonOf(domain), text: textOf(domain) })

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

const domain = z
  .string()
  .max(300)
  .meta({ examples: ['neighbour.example'] })

/** Actions on the domains whose people join an account. */
export const accountDomain = {
  'domain add': action({
    summary:
      'Let whoever signs in with the OpenID Connect provider and a verified address of the domain join the account, once a DNS record proves the domain. Again with another role, change the role.',
    role: 'owner',
    input: z.object({ domain, role: z.enum(JOINING_ROLES) }),
    args: ['domain'],
    async run(acting, input) {
      requireProvider(acting)
      const { name } = await acting.db.write(tx => putDomain(tx, acting, acting.accountId, input))
      return shown(acting, name)
    },
    print,
  }),
  'domain list': action({
    summary: 'List the domains whose people join the account, and the DNS records that prove them.',
    role: 'owner',
    input: z.object({}),
    run: domainsOf,
    print: domains => ({
      json: { domains: domains.map(jsonOf) },
      text: domains.map(textOf).join('') || 'No domain joins the account.\n',
    }),
  }),
  'domain check': action({
    summary: 'Look up the DNS record that proves the domain. The worker does so every hour.',
    role: 'owner',
    input: z.object({ domain }),
    args: ['domain'],
    async run(acting, { domain }) {
      const { db, accountId, services } = acting
      const proof = { ...acting, txtRecords: services.txtRecords }
      return shown(acting, await proveDomain(db, proof, accountId, domain))
    },
    print,
  }),
  'domain remove': action({
    summary: 'End joining by the domain. Members who joined by it stay.',
    role: 'owner',
    input: z.object({ domain }),
    args: ['domain'],
    run: async (acting, { domain }) => ({
      domain: await acting.db.write(tx => removeDomain(tx, acting, acting.accountId, domain)),
    }),
    print: ({ domain }) => ({ text: `Nobody else can join by ${domain}. Members stay.\n` }),
  }),
}
