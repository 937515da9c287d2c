import { type IconName, StateIcon } from '../parts/icon.tsx'
import { Time } from '../parts/text/time.tsx'
import { sentenceCase } from '../text.ts'
import type { Source } from './queries.ts'

interface StateView {
  label: string
  icon: IconName
  color: string
  /** Why it does not work, if the host gave no reason; null if it works. */
  why: string | null
}

const STATES: Record<Source['state'], StateView> = {
  active: { label: 'Connected', icon: 'check', color: 'text-kind-green', why: null },
  suspended: {
    label: 'Suspended',
    icon: 'alert',
    color: 'text-kind-amber',
    why: 'The app was suspended on the code host.',
  },
  'needs reconnecting': {
    label: 'Needs reconnecting',
    icon: 'alert',
    color: 'text-danger',
    why: 'The code host refused the access.',
  },
  gone: {
    label: 'Not found',
    icon: 'alert',
    color: 'text-danger',
    why: 'The repository was deleted, or access to it was lost.',
  },
}

const FAILED = { label: 'Failed', icon: 'alert', color: 'text-danger' } as const

const WAITING = {
  label: 'Waiting for the first delivery',
  icon: 'queue',
  color: 'text-kind-amber',
} as const

/** Whether a webhook still has to be added on the host by hand: none has arrived yet. */
export const isWaiting = ({ state, isApp, lastDeliveryAt }: Source): boolean =>
  state === 'active' && !isApp && lastDeliveryAt === null

/** What has to be done about a source, after "An owner has to"; null if nothing. */
function taskOf(source: Source): string | null {
  const { state, isApp } = source
  if (isWaiting(source)) return `add its webhook on ${source.host}.`
  if (state === 'needs reconnecting')
    return isApp ? 'connect it with GitHub again.' : 'enter a new access token.'
  if (state === 'gone')
    return isApp ? 'remove it if it does not come back.' : 'enter a new token or remove it.'
  return null
}

/** Why a source does not work and what comes next, for this reader; empty if it works. */
export function explanation(source: Source, isOwner: boolean): string {
  const task = taskOf(source)
  const asked = task && (isOwner ? sentenceCase(task) : `An owner has to ${task}`)
  const resumed =
    source.state === 'suspended' ? 'Merges arrive again by themselves once it is resumed there.' : null
  return [source.stateReason ?? STATES[source.state].why, asked, resumed].filter(Boolean).join(' ')
}

interface HealthProps {
  source: Source
  /** Whether something about it was tried several times and failed. */
  hasFailed: boolean
}

/** Whether the source works, its code host, and when it last sent something; a failure below it has its own time. */
export function Health({ source, hasFailed }: HealthProps) {
  const { host, state, lastDeliveryAt } = source
  const { label, icon, color } =
    hasFailed && state === 'active' ? FAILED : isWaiting(source) ? WAITING : STATES[state]
  return (
    <>
      <StateIcon name={icon} color={color} />
      {label} · {host}
      {lastDeliveryAt !== null && !hasFailed && (
        <>
          {' '}
          · last delivery <Time at={lastDeliveryAt} />
        </>
      )}
    </>
  )
}
