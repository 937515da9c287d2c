import type { Account } from '#accounts/account.ts'
import { networks } from '#app/registry.ts'
import type { Service } from '#app/service.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { deliveryJob, settleDelivery, storeDeliveries } from '#pipeline/webhooks/deliveries.ts'
import type { Tx } from '#platform/db/schema.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { createSource, setSourceState } from '#pulls/connections/sources.ts'
import { storeConnection } from '#social/accounts/connect.ts'
import type { HoldReason } from '#social/accounts/held-posts.ts'
import type { SocialAccount } from '#social/accounts/social-account.ts'
import type { PostState } from '#social/posts/post.ts'
import type { NetworkName } from '#social/settings.ts'

const HOUR = 3_600_000

/** The sources of the sample company with their deliveries, a job that gave up, and social accounts with posts in several states. */
export async function addSampleConnections(service: Service, { id: accountId }: Account): Promise<void> {
  const secrets = await service.secrets()
  const published = await listEntries(service.db.read, { accountId, state: 'published' })
  const entries = published.map(({ entry }) => entry)
  await service.db.write(async tx => {
    const target = { accountId, token: null, installationId: null }
    const create = async (provider: 'github' | 'gitlab', host: string, repo: string) => {
      const source = { ...target, provider, apiUrl: `https://api.${host}`, host, repo }
      return (await createSource(tx, service.clock, service.ids, secrets, source)).source
    }
    const app = await create('github', 'github.com', 'northwind/app')
    await addDeliveries(tx, service, accountId, app.id)
    const mobile = await create('github', 'github.com', 'northwind/mobile')
    await setSourceState(tx, mobile, 'needs reconnecting', 'GitHub refused the token.')
    await create('gitlab', 'gitlab.com', 'northwind/reports')
    await addFailedJob(tx, service, accountId, app.id)
    const connect = (network: NetworkName, origin: string, handle: string) =>
      storeConnection(
        tx,
        { ...service, networks, actor: 'command-line' },
        secrets,
        { accountId, network, setId: null },
        {
          instance: origin,
          profile: { id: handle, handle, name: 'Northwind', avatarUrl: null, url: `${origin}/${handle}` },
          limits: { text: network === 'bluesky' ? 300 : 500, link: null, imageBytes: 1_000_000, alt: 1_500 },
          credentials: { expiresAt: null, tokens: {} },
        },
      )
    const bluesky = await connect('bluesky', 'https://bsky.social', '@northwind.example')
    const mastodon = await connect('mastodon', 'https://mastodon.social', '@northwind')
    await addPosts(tx, service, [bluesky, mastodon], entries)
    await loseAccess(tx, mastodon)
  })
}

/** Lets an account on Mastodon need reconnecting, so that its planned posts wait. */
async function loseAccess(tx: Tx, { id }: SocialAccount): Promise<void> {
  const state = {
    state: 'needs reconnecting' as const,
    state_reason: 'Mastodon no longer accepts its access token.',
  }
  await tx.updateTable('social_account').set(state).where('id', '=', id).execute()
  await tx
    .updateTable('post')
    .set({ held: 'reconnect' })
    .where('social_account_id', '=', id)
    .where('state', '=', 'planned')
    .execute()
}

const DELIVERIES = [
  ['pull_request', 'processed', null],
  ['push', 'ignored', 'Pushes say nothing about pull requests.'],
  ['pull_request', 'processed', null],
  ['pull_request', 'refused', 'northwind/old-app is not connected.'],
  ['pull_request', 'failed', 'GitHub did not answer in 10 seconds.'],
] as const

async function addDeliveries(tx: Tx, service: Service, accountId: string, connection: string): Promise<void> {
  for (const [at, [event, state, detail]] of [...DELIVERIES, ...DELIVERIES].entries()) {
    const text = JSON.stringify({ action: 'closed', number: 1_190 + at })
    const request = { headers: { 'x-github-event': event }, body: Buffer.from(text) }
    const delivery = {
      connection,
      provider: 'github',
      accountId,
      event,
      deliveryId: `sample-${at}`,
      request,
      text,
    }
    const clock = { now: () => service.clock.now() - at * HOUR }
    const [id] = await storeDeliveries(tx, clock, service.ids, [delivery])
    if (id) await settleDelivery(tx, clock, id, state, detail)
  }
}

async function addFailedJob(tx: Tx, service: Service, accountId: string, connection: string): Promise<void> {
  const { id: deliveryId } = await tx
    .selectFrom('delivery')
    .select('id')
    .where('connection', '=', connection)
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  await enqueue(tx, service, deliveryJob, { accountId, payload: { deliveryId } })
  await tx
    .updateTable('job')
    .set({ available_at: null, attempts: 8, last_error: 'GitHub did not answer in 10 seconds.' })
    .where('account_id', '=', accountId)
    .where('kind', '=', deliveryJob.name)
    .execute()
}

const POSTS: [state: PostState, held: HoldReason | null, reason: string | null][] = [
  ['posted', null, null],
  ['planned', 'by hand', null],
  ['unknown', null, 'The network did not answer, and the post was not found.'],
  ['failed', null, 'The text is too long for this server.'],
  ['posted', null, null],
]

async function addPosts(
  tx: Tx,
  { clock, ids }: Service,
  accounts: readonly SocialAccount[],
  entries: readonly Pick<Entry, 'id' | 'title'>[],
): Promise<void> {
  for (const [at, [state, held, reason]] of POSTS.entries()) {
    const { id: entryId = '', title = '' } = entries[at] ?? {}
    for (const { id, accountId, profile } of accounts) {
      const isPosted = state === 'posted'
      const row = {
        ...{ id: ids.next(), account_id: accountId, entry_id: entryId, social_account_id: id },
        ...{ state, held, reason, text: `${title} https://northwind.example/changelog` },
        ...{ due_at: clock.now() - at * HOUR, attempt: null, attempts: 1, lookups: 0, cost: null },
        ...{ remote_id: isPosted ? String(at) : null, remote_url: isPosted ? profile.url : null },
        ...{ attempted_at: null, withdrawal: null, created_at: clock.now() - at * HOUR, settled_at: null },
      }
      await tx.insertInto('post').values(row).execute()
    }
  }
}
