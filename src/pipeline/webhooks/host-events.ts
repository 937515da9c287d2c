import { z } from 'zod'
import type { ActionContext } from '#accounts/activity.ts'
import {
  askHost,
  followRepository,
  HostSuspended,
  type PipelineContext,
} from '#pipeline/ingest/host-requests.ts'
import { ingest } from '#pipeline/ingest/ingest.ts'
import { judgeIncoming } from '#pipeline/ingest/record.ts'
import { reviewSoon } from '#pipeline/reviewing/review-job.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { type Outcome, PermanentError } from '#platform/jobs/job.ts'
import { apiUrlOfApp } from '#pulls/connections/apps.ts'
import {
  type InstallationState,
  ownerOfInstallation,
  recordInstallation,
} from '#pulls/connections/installations.ts'
import { setReviews } from '#pulls/connections/reviews.ts'
import {
  findSource,
  listSources,
  type Source,
  type SourceState,
  setSourceState,
} from '#pulls/connections/sources.ts'
import type { EventRepository, HostEvent } from '#pulls/hosts/host-event.ts'
import { type MergedPull, seenBy } from '#pulls/pull-request.ts'
import { isRecorded } from '#pulls/pull-requests.ts'
import { repositoryById } from '#pulls/repositories/repositories.ts'
import { type Delivery, type EventResult, isOvertaken } from './deliveries.ts'

type PullEvent = Extract<HostEvent, { type: 'merged' | 'edited' }>
type ProposedEvent = Extract<HostEvent, { type: 'proposed' }>
type RepositoryEvent = Extract<HostEvent, { type: 'repository' }>

/** Handles an event of a code host. Asks the host first; what the event changes is written by the result's `write`. */
export async function handleHostEvent(
  context: PipelineContext,
  event: HostEvent,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<EventResult> {
  switch (event.type) {
    case 'ping':
      return { state: 'processed', detail: 'The connection works.' }
    case 'merged':
    case 'edited':
      return handlePull(context, event, delivery, signal)
    case 'proposed':
      return handleProposed(context, event, delivery)
    case 'repository':
      return handleRepository(context, event, delivery)
    case 'installation':
      return { state: 'processed', write: tx => applyInstallation(tx, context.action, delivery, event) }
    case 'installation-repositories':
      return {
        state: 'processed',
        write: tx => applyInstallationRepositories(tx, delivery, event),
      }
  }
}

/** The sources that an event concerns: the connection's own, or those of the installation that sent it. */
async function sourcesFor(
  { db }: PipelineContext,
  { repo, installationId }: { repo: EventRepository; installationId: string | null },
  { connection }: Delivery,
): Promise<Source[]> {
  const own = await findSource(db.read, connection)
  const known = own ? [own] : await sourcesOfInstallation(db.read, connection, installationId)
  return known.filter(source => isSourceOf(source, repo))
}

/** Compares by the host's id once that is known, since another repository can take over a name. */
const isSourceOf = (source: Source, repo: EventRepository): boolean =>
  source.externalId === null
    ? source.repo.toLowerCase() === repo.name.toLowerCase()
    : source.externalId === repo.id

const refuseRepository = ({ name }: EventRepository): EventResult => ({
  state: 'refused',
  detail: `The event is about ${name}, which is not the repository of this connection.`,
})

async function handlePull(
  context: PipelineContext,
  event: PullEvent,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<EventResult> {
  const sources = await sourcesFor(context, event, delivery)
  if (sources.length === 0) return refuseRepository(event.repo)
  const pull = seenBy(event.pull, delivery.receivedAt)
  const seen = { ...event, pull, at: pull.changedAt ?? event.at }
  const writes = await Promise.all(
    sources.map(source => prepareIngest(context, source, seen, delivery, signal)),
  )
  return {
    state: 'processed',
    async write(tx) {
      for (const write of writes) await write(tx)
    },
  }
}

async function prepareIngest(
  context: PipelineContext,
  source: Source,
  event: PullEvent,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, action } = context
  const known = await repositoryById(db.read, source.repositoryId)
  const repository = { ...known, defaultBranch: event.repo.defaultBranch ?? known.defaultBranch }
  const pull = await withDetails(context, source, event)
  const judged = await judgeIncoming(context, repository, [pull], signal)
  return async tx => {
    await followEvent(tx, action, source, event, delivery)
    await ingest(tx, action, repository, judged, { past: null })
  }
}

/** Adds what only the host's API has: files, commits, linked issues. If the API denies access, the payload alone is used. */
async function withDetails(
  context: PipelineContext,
  source: Source,
  { pull: payload, repo }: PullEvent,
): Promise<MergedPull> {
  const pull = { ...payload, host: source.host }
  const { number } = pull
  if (number === null || (await isRecorded(context.db.read, source.repositoryId, pull))) return pull
  try {
    const details = await askHost(context, source, host => host.mergedPull(repo.name, number))
    return { ...pull, ...details, host: source.host }
  } catch (error) {
    if (error instanceof PermanentError || error instanceof HostSuspended) return pull
    throw error
  }
}

/** Enqueues the review of an open pull request if the source has reviews. */
async function handleProposed(
  context: PipelineContext,
  event: ProposedEvent,
  delivery: Delivery,
): Promise<EventResult> {
  const sources = await sourcesFor(context, event, delivery)
  if (sources.length === 0) return refuseRepository(event.repo)
  const reviewed = sources.filter(({ reviews }) => reviews === 'on')
  if (reviewed.length === 0) return { state: 'ignored' }
  return {
    state: 'processed',
    async write(tx) {
      for (const source of reviewed) {
        await followEvent(tx, context.action, source, event, delivery)
        await reviewSoon(tx, context, source, event)
      }
    },
  }
}

async function handleRepository(
  context: PipelineContext,
  event: RepositoryEvent,
  delivery: Delivery,
): Promise<EventResult> {
  const formerly = event.before === undefined ? event.repo : { ...event.repo, name: event.before }
  const sources = [
    ...(await sourcesFor(context, event, delivery)),
    ...(await sourcesFor(context, { ...event, repo: formerly }, delivery)),
  ]
  const distinct = new Map(sources.map(source => [source.id, source]))
  if (distinct.size === 0) return refuseRepository(event.repo)
  return {
    state: 'processed',
    async write(tx) {
      for (const source of distinct.values()) await updateSource(tx, context.action, source, event, delivery)
    },
  }
}

async function updateSource(
  tx: Tx,
  action: ActionContext,
  source: Source,
  event: RepositoryEvent,
  delivery: Delivery,
): Promise<void> {
  if (event.change === 'deleted') return setSourceState(tx, source, ...GONE)
  return followEvent(tx, action, source, event, delivery)
}

/** Stores what an event says of its repository. One that is older than what was processed already does not change the name. */
async function followEvent(
  tx: Tx,
  { clock }: ActionContext,
  source: Source,
  { repo, at }: { repo: EventRepository; at?: Instant | undefined },
  delivery: Delivery,
): Promise<void> {
  const happenedAt = Math.min(at ?? delivery.receivedAt, delivery.receivedAt)
  const isOld = source.repo !== repo.name && (await isOvertaken(tx, delivery, source.externalId, happenedAt))
  await followRepository(tx, clock, source, isOld ? { name: source.repo, id: repo.id } : repo)
}

const GONE = ['gone', 'The repository was deleted on its host.'] as const satisfies [SourceState, string]

type InstallationEvent = Extract<HostEvent, { type: 'installation' }>
type RepositoriesEvent = Extract<HostEvent, { type: 'installation-repositories' }>

/** The connection key under which the deliveries of an app are stored; `appId` is our own id of it. */
export const appConnectionKey = (appId: string): string => `app ${appId}`
const appOf = (connection: string): string | null => /^app (.+)$/.exec(connection)?.[1] ?? null

const ofInstallation = z.object({ installation: z.object({ id: z.int() }) })

/** The installation that an app's webhook is about; null if it names none. */
export const installationIn = (payload: unknown): string | null => {
  const { data } = ofInstallation.safeParse(payload)
  return data ? String(data.installation.id) : null
}

/** The sources that are connected through an installation of the app that sent the delivery; empty if no account owns it. */
export async function sourcesOfInstallation(
  db: Reader,
  connection: string,
  installationId: string | null,
): Promise<Source[]> {
  const appId = appOf(connection)
  if (appId === null || installationId === null) return []
  const accountId = await ownerOfInstallation(db, { appId, installationId })
  if (accountId === null) return []
  // Installation ids are unique on one host only.
  const apiUrl = await apiUrlOfApp(db, appId)
  return (await listSources(db, { accountId, installationId })).filter(source => source.apiUrl === apiUrl)
}

/** Records that an app was installed, uninstalled, suspended, resumed or given more permissions. An installation has no account until a person proves access to it. */
async function applyInstallation(
  tx: Tx,
  { clock }: ActionContext,
  { connection }: Delivery,
  { installationId, change, account }: InstallationEvent,
): Promise<void> {
  const appId = appOf(connection)
  if (appId === null) return
  const { installation: state, from, to } = CHANGES[change]
  await recordInstallation(tx, clock, { appId, installationId }, { login: account, state })
  for (const source of await sourcesOfInstallation(tx, connection, installationId)) {
    if (from.includes(source.state)) await setSourceState(tx, source, ...to)
    if (change === 'new_permissions_accepted' && source.reviews === 'refused')
      await setReviews(tx, source, 'on')
  }
}

/** For each change, the installation's new state and the new state of its sources. Only sources in one of the states `from` change. */
const CHANGES: Record<
  InstallationEvent['change'],
  {
    installation: InstallationState
    from: readonly SourceState[]
    to: readonly [SourceState, string | null]
  }
> = {
  created: { installation: 'active', from: ['suspended', 'needs reconnecting'], to: ['active', null] },
  unsuspend: { installation: 'active', from: ['suspended'], to: ['active', null] },
  new_permissions_accepted: { installation: 'active', from: [], to: ['active', null] },
  suspend: {
    installation: 'suspended',
    from: ['active'],
    to: ['suspended', 'The installation of the app was suspended on the host.'],
  },
  deleted: {
    installation: 'deleted',
    from: ['active', 'suspended'],
    to: ['needs reconnecting', 'The app was uninstalled on the host.'],
  },
}

/** Marks sources that the installation can no longer access, and those that it can access again. */
async function applyInstallationRepositories(
  tx: Tx,
  { connection }: Delivery,
  { installationId, added, removed }: RepositoriesEvent,
): Promise<void> {
  for (const source of await sourcesOfInstallation(tx, connection, installationId)) {
    const isGone = source.state === 'gone'
    const includesSource = (list: typeof added) => list.some(repo => isSourceOf(source, repo))
    if (includesSource(removed) && !isGone)
      await setSourceState(tx, source, 'needs reconnecting', 'The app can no longer access this repository.')
    else if (includesSource(added) && (isGone || source.state === 'needs reconnecting'))
      await setSourceState(tx, source, 'active')
  }
}
