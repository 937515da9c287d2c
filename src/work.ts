import type { Delivery } from '#callbacks/deliveries.ts'
import type { HostEvent } from '#callbacks/host-event.ts'
import { openTallies, type Tallies } from '#callbacks/tallies.ts'
import type { Mover } from '#entries/moves.ts'
import { BACKFILL, backfillJobs, type HostWork } from '#pipeline/backfill.ts'
import { deliveryJobs, type Handled } from '#pipeline/deliveries.ts'
import { keepPublishing } from '#pipeline/due.ts'
import { beat } from '#pipeline/heartbeat.ts'
import { handleHostEvent } from '#pipeline/host-events.ts'
import { DELIVERY, type Inbox, openInbox } from '#pipeline/inbox.ts'
import { prune } from '#pipeline/prune.ts'
import { RECONCILE, reconcileAll, reconcileJobs } from '#pipeline/reconcile.ts'
import { beginRoutines, type Routine, routineJobs } from '#pipeline/routine.ts'
import { SHIP, shipAll, shipJobs } from '#pipeline/shipping.ts'
import { type JobKinds, runWorker } from '#pipeline/worker.ts'
import type { Service } from './compose.ts'
import { connectionsAt, isCodeHost, openHosts } from './connections.ts'
import { createJudge, hostCallback } from './providers.ts'

const callbackProvider = (name: string) => (isCodeHost(name) ? hostCallback(name) : null)

/** What takes callbacks in; close it to have the last ones counted. */
export function openCallbacks(service: Service): { inbox: Inbox; tallies: Tallies } {
  const { db, clock, ids, log } = service
  const tallies = openTallies(db, clock, log)
  const inbox = openInbox({
    db,
    clock,
    ids,
    tallies,
    provider: callbackProvider,
    connectionsAt: connectionsAt(service),
  })
  return { inbox, tallies }
}

/** Works on jobs and publishes what is due, until the signal comes. */
export async function runWork(service: Service, signal: AbortSignal): Promise<void> {
  const { db, clock, ids, log } = service
  const { kinds, routines } = await jobsOf(service)
  await db.write(tx => beginRoutines(tx, { clock, ids }, routines))
  const heart = await beat(db, ids, log)
  await Promise.all([
    runWorker({ db, clock, ids, log }, kinds, signal),
    keepPublishing(db, { clock, ids, actor: 'queue' }, log, signal),
  ])
  await heart.stop()
}

/** Every kind of work, and what comes round by itself. */
export async function jobsOf(service: Service): Promise<{ kinds: JobKinds; routines: Routine[] }> {
  const { db, clock, ids } = service
  const work = await hostWork(service)
  const routines = [reconcileAll(work), shipAll(work), prune(work)]
  const kinds: JobKinds = {
    [DELIVERY]: deliveryJobs({ db, clock, provider: callbackProvider, handle: handler(work) }),
    [BACKFILL]: backfillJobs(work),
    [RECONCILE]: reconcileJobs(work),
    [SHIP]: shipJobs(work),
    ...routineJobs(routines, { clock, ids }),
  }
  return { kinds, routines }
}

async function hostWork(service: Service): Promise<HostWork> {
  const { db, clock, ids, config } = service
  const mover: Mover = { clock, ids, actor: 'code host' }
  const judge = await createJudge({ db, clock, ids }, config.languageModel)
  return { db, mover, judge, hostOf: openHosts(service) }
}

/** Which work an event calls for follows from who sent it. */
const handler =
  (work: HostWork) =>
  (event: unknown, delivery: Delivery, signal: AbortSignal): Promise<Handled> =>
    handleHostEvent(work, event as HostEvent, delivery, signal)
