import { randomUUID } from 'node:crypto'
import { createAccount } from '#accounts/account.ts'
import { invite } from '#accounts/invitations.ts'
import { addMember } from '#accounts/members.ts'
import { createPerson } from '#accounts/people.ts'
import { createSet } from '#accounts/sets.ts'
import { networks } from '#app/registry.ts'
import { putDomain } from '#auth/domains/domain.ts'
import { registerClient } from '#auth/oauth/clients.ts'
import { grantAccess } from '#auth/oauth/grants.ts'
import { addPasskey } from '#auth/passkeys/store.ts'
import { createSignInLink } from '#auth/sign-in-links.ts'
import { createToken } from '#auth/tokens.ts'
import { storeImage } from '#changelog/entries/images/images.ts'
import { entryById } from '#changelog/entries/store.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { addTime } from '#changelog/publishing/schedule.ts'
import { startGitImport } from '#pipeline/ingest/git-imports.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import { storeDeliveries } from '#pipeline/webhooks/deliveries.ts'
import type { Tx } from '#platform/db/schema.ts'
import { createSource } from '#pulls/connections/sources.ts'
import { storeConnection } from '#social/accounts/connect.ts'
import { planPost } from '#social/posts/plan.ts'
import { createProductClassifier } from '../../src/app/judging.ts'
import { offlineJudge } from '../offline-judge.ts'
import { aPull, streamOf } from '../pulls.ts'
import { aTime } from '../schedule.ts'
import type { TestService } from '../service.ts'

/** How long a sign-in link is good: longer than the tests take. */
const LINK_MINUTES = 7 * 24 * 60

/** Ids that mark the neighbour's rows: each of these rows holds such an id, or the word `neighbour`. */
const ids = { next: () => randomUUID().replace(/^.{8}/, 'beefbeef') }
export const belongsToOtherAccount = (row: string): boolean => /beefbeef-|neighbour/i.test(row)

export type OtherAccount = Awaited<ReturnType<typeof createOtherAccount>>

/** Creates the neighbour: another account on the same database, with something of everything. */
export async function createOtherAccount({ service, clock }: TestService) {
  const { db } = service
  const keeper = { clock, ids, actor: 'neighbour', effects: [] }
  const secrets = await service.secrets()
  const made = await db.write(async tx => {
    const account = await createAccount(tx, clock, ids, { name: 'Neighbour' })
    const given = { name: 'Neighbour', email: 'neighbour@example.com', passwordHash: null }
    const person = await createPerson(tx, clock, ids, given)
    await addMember(tx, keeper, account.id, person, 'owner')
    const set = await createSet(tx, clock, ids, account.id, { name: 'Neighbour' })
    const invited = { email: 'neighbours-friend@example.com', role: 'viewer' as const, byMail: true }
    const { invitation } = await invite(tx, keeper, 'none', account.id, invited)
    const domain = await putDomain(tx, keeper, account.id, { domain: 'neighbour.example', role: 'viewer' })
    const wanted = { name: 'Neighbour', audience: 'api' as const, expiresAt: null }
    const { token, text } = await createToken(tx, keeper, account.id, wanted)
    const mcp = await createToken(tx, keeper, account.id, { ...wanted, audience: 'mcp' })
    const { source } = await createSource(tx, clock, ids, secrets, {
      accountId: account.id,
      provider: 'github',
      apiUrl: 'https://api.github.com',
      host: 'github.com',
      repo: 'neighbour/app',
      token: null,
      installationId: null,
    })
    const { time } = await addTime(tx, keeper, account.id, aTime('monday 10:00', set.id))
    const redirect = 'https://neighbour.example/back'
    const client = await registerClient(tx, keeper, { client_name: 'Neighbour', redirect_uris: [redirect] })
    await grantAccess(tx, keeper, {
      client,
      personId: person.id,
      accountId: account.id,
      resource: `${service.baseUrl}/mcp`,
      scope: 'highlights:read',
      redirectUri: redirect,
      challenge: 'x'.repeat(43),
    })
    const link = await createSignInLink(tx, { clock }, given.email, LINK_MINUTES)
    return { account, person, set, invitation, domain, token, text, mcpText: mcp.text, source, time, link }
  })
  const [entry] = await entriesOf(made.account)
  const given = db.read.selectFrom('oauth_grant').select('id').where('account_id', '=', made.account.id)
  const { id: client } = await given.executeTakeFirstOrThrow()
  const { id: pull, repository_id: repository } = await db.read
    .selectFrom('pull_request')
    .select(['id', 'repository_id'])
    .where('account_id', '=', made.account.id)
    .executeTakeFirstOrThrow()
  const { socialAccount, post } = await db.write(tx => aPlannedPost(tx, made.account.id, entry ?? ''))
  const received = {
    ...{ connection: made.source.id, provider: 'github', accountId: made.account.id, event: 'ping' },
    ...{ deliveryId: 'neighbour', request: { headers: {}, body: Buffer.from('{}') }, text: '{}' },
  }
  const [delivery = ''] = await db.write(tx => storeDeliveries(tx, clock, ids, [received]))
  const wanted = {
    ...{ directory: '/srv/git/neighbour', repo: null, since: null, last: null },
    past: 'history' as const,
  }
  const run = await db.write(tx => startGitImport(tx, keeper, made.account.id, wanted))
  const picture = { mediaType: 'image/png', bytes: Buffer.from('neighbour'), width: 1, height: 1 } as const
  const sha256 = await db.write(tx => storeImage(tx, keeper, made.account.id, picture))
  return {
    ...made,
    entry,
    socialAccount,
    post,
    delivery: delivery ?? '',
    run: run.id,
    client,
    pull,
    repository,
    sha256,
    session: await aSession(made.person.id),
    passkey: await aPasskey(made.person.id),
  }

  async function aPasskey(personId: string): Promise<string> {
    const id = 'bmVpZ2hib3Vy'
    const passkey = { id, publicKey: 'AAAA', algorithm: -7, counter: 0, transports: [], device: 'Firefox' }
    await db.write(tx => addPasskey(tx, clock, personId, passkey))
    return id
  }

  async function aSession(personId: string): Promise<string> {
    const id = ids.next()
    const now = Date.now()
    const times = { expires_at: now + 86_400_000, created_at: now, updated_at: now }
    await db.write(tx =>
      tx
        .insertInto('session')
        .values({ id, person_id: personId, token: ids.next(), ...times })
        .execute(),
    )
    return id
  }

  async function aPlannedPost(tx: Tx, accountId: string, entryId: string) {
    const profile = {
      ...{ id: 'neighbour', handle: '@neighbour', name: 'Neighbour' },
      avatarUrl: null,
      url: '',
    }
    const limits = { text: 500, link: 23, imageBytes: 1_000_000, alt: 1_500 }
    const credentials = { expiresAt: null, tokens: { access: 'neighbour' } }
    const connection = { instance: 'https://neighbour.example', profile, limits, credentials }
    const target = { accountId, network: 'mastodon' as const }
    const socialAccount = await storeConnection(tx, { ...keeper, networks }, secrets, target, connection)
    const check = { count: 1, limit: 500, faults: [], links: '' }
    const text = {
      ...{ account: socialAccount, text: 'Neighbours', proposed: '' },
      isEdited: false,
      check,
      price: null,
      withoutLink: null,
      card: null,
    }
    const entry = await entryById(tx, entryId)
    return { socialAccount, post: await planPost(tx, keeper, entry, { ...text, image: null }, clock.now()) }
  }

  async function entriesOf(account: typeof made.account) {
    const pulls = ['feat: neighbours can export reports', 'feat: neighbours can share a chart'].map(
      (title, n) =>
        aPull({
          title,
          repo: 'neighbour/app',
          number: n + 1,
          mergedAt: clock.now() - 1_000 * n,
          url: `https://github.com/neighbour/app/pull/${n + 1}`,
        }),
    )
    const judge = offlineJudge(await createProductClassifier())
    await importMerges({ db, action: keeper, judge }, account, streamOf(pulls), { past: 'drafts' })
    const entries = await db.read
      .selectFrom('entry')
      .select('id')
      .where('account_id', '=', account.id)
      .execute()
    const first = entries[0]
    if (first) await db.write(tx => publishEntry(tx, keeper, first.id))
    return entries.map(({ id }) => id)
  }
}
