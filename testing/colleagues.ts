import { type Account, createAccount } from '#accounts/account.ts'
import type { Role } from '#accounts/roles.ts'
import { createJudge } from '#app/judging.ts'
import { publishDue } from '#changelog/publishing/publisher.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import type { DashboardClient } from './dashboard-client.ts'
import { noModel } from './guidance.ts'
import { aMember } from './members.ts'
import { aPull, type PullSketch, streamOf } from './pulls.ts'
import type { TestService } from './service.ts'

/** A new member of an account with this role, signed in to the dashboard. */
export function aMemberWithRole(
  it: TestService,
  role: Role,
  account: Account = it.account,
): Promise<DashboardClient> {
  const email = `${role}-${it.service.ids.next().slice(0, 8)}@example.com`
  return aMember(it, email, role, account.id)
}

export const anAccount = ({ service, clock }: TestService, name: string): Promise<Account> =>
  service.db.write(tx => createAccount(tx, clock, service.ids, { name }))

/** Records merged pull requests in the account. Those that customers would notice become drafts. */
export async function recordMerges(
  { service, clock }: TestService,
  account: Account,
  ...titles: (string | PullSketch)[]
): Promise<void> {
  const { db, ids } = service
  const judge = await createJudge({ db, clock, ids, modelOf: noModel })
  const pulls = titles.map((title, at) => {
    const number = at + 1
    const known = {
      number,
      url: `https://github.com/acme/app/pull/${number}`,
      mergedAt: clock.now() - (titles.length - at) * 60_000,
    }
    return aPull({ ...known, mergeCommit: null, ...(typeof title === 'string' ? { title } : title) })
  })
  const action = { clock, ids, actor: 'code host', effects: [] }
  await importMerges({ db, action, judge }, account, streamOf(pulls), { past: 'drafts' })
}

/** Lets ten seconds pass, after which entries that were published right away are out. */
export async function publishSoonDue({ service, clock }: TestService): Promise<void> {
  clock.advance(10_000)
  await publishDue(service.db, { clock, ids: service.ids, actor: 'queue', effects: [] })
}
