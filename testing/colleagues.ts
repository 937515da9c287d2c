import assert from 'node:assert/strict'
import { createSignInLink } from '#access/sign-in-link.ts'
import { type Account, createAccount } from '#accounts/account.ts'
import { addMember } from '#accounts/members.ts'
import { createPerson } from '#accounts/people.ts'
import type { Role } from '#accounts/role.ts'
import { importMerges } from '#pipeline/import.ts'
import { createJudge } from '#providers.ts'
import { aPull, type PullSketch, streamOf } from './pulls.ts'
import type { TestedService } from './service.ts'
import { aVisitor, type Visitor } from './visitor.ts'

/** Somebody in the account, signed in, with our pages open. */
export async function aColleague(
  it: TestedService,
  role: Role,
  account: Account = it.account,
): Promise<Visitor> {
  const { db, ids } = it.service
  const email = `${role}-${ids.next().slice(0, 8)}@example.com`
  const secret = await db.write(async tx => {
    const person = await createPerson(tx, it.clock, ids, { name: '', email, passwordHash: null })
    const keeper = { clock: it.clock, ids, actor: 'test', billing: 'none' as const }
    await addMember(tx, keeper, account.id, person, role)
    return createSignInLink(tx, { clock: { now: () => Date.now() }, ids }, email, 5)
  })
  const visitor = aVisitor(it)
  assert.equal((await visitor.post('/app/api/sign-in/link', { secret })).status, 200)
  return visitor
}

export const anAccount = ({ service, clock }: TestedService, name: string): Promise<Account> =>
  service.db.write(tx => createAccount(tx, clock, service.ids, { name }))

/** Pull requests are merged in the account; what customers would notice becomes drafts. */
export async function merged(
  { service, clock }: TestedService,
  account: Account,
  ...titles: (string | PullSketch)[]
): Promise<void> {
  const { db, ids } = service
  const judge = await createJudge({ db, clock, ids }, null)
  const pulls = titles.map((title, at) => {
    const number = at + 1
    const known = {
      number,
      url: `https://github.com/acme/app/pull/${number}`,
      mergedAt: clock.now() - (titles.length - at) * 60_000,
    }
    return aPull({ ...known, mergeCommit: null, ...(typeof title === 'string' ? { title } : title) })
  })
  const mover = { clock, ids, actor: 'code host' }
  await importMerges({ db, mover, judge }, account, streamOf(pulls), { publish: false })
}
