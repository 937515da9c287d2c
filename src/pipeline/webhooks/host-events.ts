import type { HostJobContext } from '#pipeline/ingest/host-requests.ts'
import { askHost, HostSuspended } from '#pipeline/ingest/host-requests.ts'
import { ingest } from '#pipeline/ingest/ingest.ts'
import { judgeIncoming } from '#pipeline/ingest/record.ts'
import type { Tx } from '#platform/db/schema.ts'
import { type Outcome, PermanentError } from '#platform/jobs/job.ts'
import { findSource, type Source, type SourceState, setSourceState } from '#pulls/connections/sources.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { isRecorded } from '#pulls/pull-requests.ts'
import { renameRepository, repositoryById } from '#pulls/repositories.ts'
import type { Delivery } from './deliveries.ts'
import {
  applyInstallation,
  applyInstallationRepositories,
  sourcesOfInstallation,
} from './installation-events.ts'
import type { EventResult } from './process.ts'
import type { EventRepository, HostEvent } from './provider.ts'

type PullEvent = Extract<HostEvent, { type: 'merged' | 'edited' }>
type RepositoryEvent = Extract<HostEvent, { type: 'repository' }>

/** What a code host's event does to the account that the connection belongs to. */
export async function handleHostEvent(
  parts: HostJobContext,
  event: HostEvent,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<EventResult> {
  switch (event.type) {
    case 'ping':
      return { state: 'processed', detail: 'The connection works.' }
    case 'merged':
    case 'edited':
      return handlePull(parts, event, delivery, signal)
    case 'repository':
      return handleRepository(parts, event, delivery)
    case 'installation':
      return { state: 'processed', write: tx => applyInstallation(tx, parts.mover, delivery, event) }
    case 'installation-repositories':
      return {
        state: 'processed',
        write: tx => applyInstallationRepositories(tx, delivery, event),
      }
  }
}

/** The sources that an event of this repository is for: the connection's own, or those of the installation that sent it. */
async function sourcesFor(
  { db }: HostJobContext,
  { repo, installationId }: { repo: EventRepository; installationId: string | null },
  { connection }: Delivery,
): Promise<Source[]> {
  const own = await findSource(db.read, connection)
  const known = own ? [own] : await sourcesOfInstallation(db.read, connection, installationId)
  return known.filter(source => isOf(source, repo))
}

/** By the host's permanent id once that is known: names change hands. */
const isOf = (source: Source, repo: EventRepository): boolean =>
  source.externalId === null
    ? source.repo.toLowerCase() === repo.name.toLowerCase()
    : source.externalId === repo.id

const otherRepository = ({ name }: EventRepository): EventResult => ({
  state: 'refused',
  detail: `It is about ${name}, which is not the repository of this connection.`,
})

async function handlePull(
  parts: HostJobContext,
  event: PullEvent,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<EventResult> {
  const sources = await sourcesFor(parts, event, delivery)
  if (sources.length === 0) return otherRepository(event.repo)
  const writes = await Promise.all(sources.map(source => arrive(parts, source, event, signal)))
  return {
    state: 'processed',
    async write(tx) {
      for (const write of writes) await write(tx)
    },
  }
}

async function arrive(
  parts: HostJobContext,
  source: Source,
  event: PullEvent,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, mover } = parts
  const repository = await repositoryById(db.read, source.repositoryId)
  const pull = await tellMore(parts, source, event)
  const judged = await judgeIncoming(parts, repository, [pull], signal)
  return async tx => {
    if (source.externalId !== event.repo.id || source.repo !== event.repo.name)
      await renameRepository(tx, repository.id, { name: event.repo.name, externalId: event.repo.id })
    await ingest(tx, mover, repository, judged, { publish: false, drafts: true, live: true })
  }
}

/** What the host's API knows beyond the callback: files, commits, linked issues. Where it does not let us in, the callback has to do. */
async function tellMore(
  parts: HostJobContext,
  source: Source,
  { pull: told, repo }: PullEvent,
): Promise<MergedPull> {
  const pull = { ...told, host: source.host }
  const { number } = pull
  if (number === null || (await isRecorded(parts.db.read, source.repositoryId, pull))) return pull
  try {
    const whole = await askHost(parts, source, host => host.mergedPull(repo.name, number))
    return { ...pull, ...whole, host: source.host }
  } catch (error) {
    if (error instanceof PermanentError || error instanceof HostSuspended) return pull
    throw error
  }
}

async function handleRepository(
  parts: HostJobContext,
  event: RepositoryEvent,
  delivery: Delivery,
): Promise<EventResult> {
  const named = event.before === undefined ? event.repo : { ...event.repo, name: event.before }
  const sources = [
    ...(await sourcesFor(parts, event, delivery)),
    ...(await sourcesFor(parts, { ...event, repo: named }, delivery)),
  ]
  const distinct = new Map(sources.map(source => [source.id, source]))
  if (distinct.size === 0) return otherRepository(event.repo)
  return {
    state: 'processed',
    async write(tx) {
      for (const source of distinct.values()) await followRepository(tx, source, event)
    },
  }
}

async function followRepository(tx: Tx, source: Source, { change, repo }: RepositoryEvent): Promise<void> {
  if (change === 'deleted') return setSourceState(tx, source, ...GONE)
  return renameRepository(tx, source.repositoryId, { name: repo.name, externalId: repo.id })
}

const GONE = ['gone', 'The repository was deleted on its host.'] as const satisfies [SourceState, string]
