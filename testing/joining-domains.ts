import assert from 'node:assert/strict'
import type { Role } from '#accounts/roles.ts'
import { recheckDomains } from '#auth/domains/proof.ts'
import { aDashboardClient, type DashboardClient, decide } from './dashboard-client.ts'
import type { OidcPerson, OidcServer } from './oidc-server.ts'
import { signIn } from './oidc-sign-in.ts'
import { anOwner } from './owners.ts'
import type { TestService } from './service.ts'

export const pathOf = ({ account }: TestService, path: string) =>
  `/app/api/accounts/${account.publicId}${path === '' ? '' : `/${path}`}`

/** The domain name system of a test: its TXT records, by name. */
interface World {
  records: Map<string, string[]>
  /** Adds the domain to the account, and its record to the DNS of its owner. */
  claim(domain: string, role?: Role): Promise<void>
  /** Looks the record of a domain up, as the owner. */
  check(domain: string): ReturnType<DashboardClient['post']>
  /** Checks the domains again, as the worker does. */
  recheck(): Promise<void>
}

/** Adds a domain, or changes its role. */
export const putDomain = (it: TestService, owner: DashboardClient, domain: string, role: string) =>
  decide(owner, pathOf(it, ''), { action: 'account domain add', domain, role })

export function aWorld(it: TestService, owner: DashboardClient): World {
  const records = new Map<string, string[]>()
  const txtRecords = async (name: string) => records.get(name) ?? []
  it.parts.dashboard.txtRecords = txtRecords
  const { db, clock, ids } = it.service
  return {
    records,
    async claim(domain, role = 'viewer') {
      const { status, json: added } = await putDomain(it, owner, domain, role)
      assert.equal(status, 200, added?.detail)
      records.set(added.record.name, ['v=spf1 -all', added.record.value])
    },
    check: domain => decide(owner, pathOf(it, ''), { action: 'account domain check', domain }),
    async recheck() {
      const outcome = await recheckDomains({ db, clock, ids, txtRecords }).run(new AbortController().signal)
      await db.write(outcome)
    },
  }
}

/** An owner whose account acme.example joins as this role. */
export async function anAcme(it: TestService, role: Role = 'writer') {
  const owner = await anOwner(it)
  const world = aWorld(it, owner)
  await world.claim('acme.example', role)
  assert.equal((await world.check('acme.example')).status, 200)
  return { owner, world }
}

export const EVE: OidcPerson = { sub: '3', email: 'eve@acme.example', email_verified: true, name: 'Eve' }

/** Signs a person in with the provider. Returns their browser, and the page on which they end. */
export async function comes(it: TestService, provider: OidcServer, person: OidcPerson) {
  provider.be(person)
  const visitor = aDashboardClient(it)
  return { visitor, page: await signIn(visitor, provider) }
}

/** Names and roles of a person's accounts. */
export const accountsOf = async (visitor: DashboardClient): Promise<string[]> =>
  (await visitor.get('/app/api/me')).json.accounts.map(
    ({ name, role }: { name: string; role: string }) => `${name} ${role}`,
  )

export const domainsOf = async (it: TestService, owner: DashboardClient) =>
  (await owner.get(pathOf(it, 'domains'))).json.domains

export async function logOf(it: TestService, owner: DashboardClient): Promise<string[]> {
  const { json } = await owner.get(pathOf(it, 'activity'))
  return json.activity.map(({ action }: { action: string }) => action)
}

export const UNKNOWN = '/sign-in?error=oidc_unknown'
