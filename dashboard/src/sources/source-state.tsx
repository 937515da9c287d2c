import type { ReactNode } from 'react'
import { type IconName, StateIcon } from '../parts/icon.tsx'
import { Time } from '../parts/text/time.tsx'
import { sentenceCase } from '../text.ts'
import type { Source } from './queries.ts'

interface StateView {
  label: string
  icon: IconName
  color: string
  /** Why it does not work, after its label, if the host gave no reason; null if it works. */
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

const WAITING = {
  label: 'Waiting for the first delivery',
  icon: 'queue',
  color: 'text-kind-amber',
} as const

/** Whether a webhook still has to be added on the host by hand: none has arrived yet. */
export const isWaiting = ({ state, isApp, lastDeliveryAt }: Source): boolean =>
  state === 'active' && !isApp && lastDeliveryAt === null

/** Whether the source does not work without another access token. */
export const isTokenNeeded = ({ state, isApp }: Source): boolean =>
  !isApp && (state === 'needs reconnecting' || state === 'gone')

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

/** What comes next where a source does not work, for this reader; empty if it works, or if the button of its row says it. */
export function nextStep(source: Source, isOwner: boolean): string {
  const task = taskOf(source)
  if (isOwner && (isWaiting(source) || (isTokenNeeded(source) && source.state !== 'gone'))) return ''
  if (task) return isOwner ? sentenceCase(task) : `An owner has to ${task}`
  return source.state === 'suspended' ? 'Merges arrive again by themselves once it is resumed there.' : ''
}

interface HealthProps {
  source: Source
  /** Something about it was tried several times and failed: what, when and why. */
  failure?: ReactNode
}

/** Whether the source works: if so, its code host and when that last sent something, and otherwise why not. */
export function Health({ source, failure }: HealthProps) {
  const { host, state, stateReason, lastDeliveryAt } = source
  if (failure !== undefined && state === 'active')
    return (
      <>
        <StateIcon name="alert" color="text-danger" />
        {failure}
      </>
    )
  const { label, icon, color } = isWaiting(source) ? WAITING : STATES[state]
  const why = stateReason ?? STATES[state].why
  return (
    <>
      <StateIcon name={icon} color={color} />
      <span className="text-ink">
        {label}
        {why && ':'}
      </span>{' '}
      {why ?? `· ${host}`}
      {lastDeliveryAt !== null && state === 'active' && (
        <>
          {' '}
          · last delivery <Time at={lastDeliveryAt} />
        </>
      )}
    </>
  )
}
