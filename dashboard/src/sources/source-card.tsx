import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { act } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { Time } from '../parts/text/time.tsx'
import { sentenceCase } from '../text.ts'
import { BackfillButton, BackfillStatus } from './backfill.tsx'
import { type Source, useSourcesChange } from './queries.ts'
import { Reviews } from './reviews.tsx'

interface StateView {
  label: string
  color: string
  /** Why it does not work, where the host gave no reason; null while all is well. */
  why: string | null
}

const STATES: Record<Source['state'], StateView> = {
  active: { label: 'Connected', color: 'bg-kind-green', why: null },
  suspended: {
    label: 'Suspended',
    color: 'bg-kind-amber',
    why: 'The app was suspended on the code host.',
  },
  'needs reconnecting': {
    label: 'Needs reconnecting',
    color: 'bg-danger',
    why: 'The code host refused the access.',
  },
  gone: {
    label: 'Not found',
    color: 'bg-danger',
    why: 'The repository was deleted, or access to it was lost.',
  },
}

const WAITING = { label: 'Waiting for the first delivery', color: 'bg-kind-amber' }

/** A webhook has to be added on the host by hand, and none has arrived. */
const isWaiting = ({ state, isApp, lastDeliveryAt }: Source): boolean =>
  state === 'active' && !isApp && lastDeliveryAt === null

/** What has to be done with a source, after "An owner has to"; null while all is well. */
function taskOf(source: Source): string | null {
  const { state, isApp } = source
  if (isWaiting(source)) return 'add its webhook to the repository on the code host.'
  if (state === 'needs reconnecting')
    return isApp ? 'connect it with GitHub again.' : 'enter a new access token.'
  if (state === 'gone')
    return isApp ? 'disconnect it if it does not come back.' : 'enter a new token or disconnect it.'
  return null
}

/** Why a source does not work and what comes next, for this reader. Empty while all is well. */
function explanation(source: Source, isOwner: boolean): string {
  const task = taskOf(source)
  const asked = task && (isOwner ? sentenceCase(task) : `An owner has to ${task}`)
  const resumed =
    source.state === 'suspended' ? 'Merges arrive again by themselves once it is resumed there.' : null
  return [source.stateReason ?? STATES[source.state].why, asked, resumed].filter(Boolean).join(' ')
}

/** One connected repository: its state, its last delivery, and the next step. */
export function SourceCard({ source }: { source: Source }) {
  const { may } = useAccount()
  const isOwner = may('owner')
  const explained = explanation(source, isOwner)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <h3 className="text-l font-semibold wrap-anywhere">{source.repo}</h3>
          <Health source={source} />
        </div>
        {isOwner && <Disconnect source={source} />}
      </div>
      {explained && <p className="text-pretty wrap-anywhere">{explained}</p>}
      {isOwner && isWaiting(source) && (
        <Copy text={source.webhook} label={`Copy the webhook address of ${source.repo}`} />
      )}
      <BackfillStatus source={source} />
      {isOwner && <Controls source={source} />}
      <Reviews source={source} />
    </li>
  )
}

function Health({ source }: { source: Source }) {
  const { host, state, lastDeliveryAt } = source
  const { label, color } = isWaiting(source) ? WAITING : STATES[state]
  return (
    <p className="text-quiet">
      <span aria-hidden="true" className={`mr-1.5 inline-block size-2 rounded-full ${color}`} />
      {label} · {host}
      {lastDeliveryAt !== null && (
        <>
          {' '}
          · last delivery <Time at={lastDeliveryAt} />
        </>
      )}
    </p>
  )
}

/** What an owner can do. A refused access token is asked for at once, any other on demand. */
function Controls({ source }: { source: Source }) {
  const isNeeded = source.state === 'needs reconnecting' || source.state === 'gone'
  const [isOpen, setOpen] = useState(false)
  const asksToken = !source.isApp && (isNeeded || isOpen)
  return (
    <>
      {asksToken && <TokenForm source={source} isNeeded={isNeeded} onSaved={() => setOpen(false)} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        <BackfillButton source={source} />
        {!source.isApp && !asksToken && (
          <Button onClick={() => setOpen(true)}>
            {source.hasToken ? 'Replace access token' : 'Add access token'}
          </Button>
        )}
      </div>
    </>
  )
}

function Disconnect({ source }: { source: Source }) {
  const { account, onSettled } = useSourcesChange()
  const remove = useMutation({
    mutationFn: () => act(account, 'source remove', { id: source.id }),
    onSettled,
  })
  return (
    <div className="grid justify-items-end">
      <Confirm
        verb="Disconnect"
        label={`Disconnect ${source.repo}`}
        question={`Disconnect ${source.repo}?`}
        onConfirm={() => remove.mutate()}
      >
        New merges no longer arrive. What was recorded and published stays.
      </Confirm>
      <Problem error={remove.error} />
    </div>
  )
}

interface TokenFormProps {
  source: Source
  /** The source does not work without it. */
  isNeeded: boolean
  onSaved: () => void
}

function TokenForm({ source, isNeeded, onSaved }: TokenFormProps) {
  const { account, onSettled } = useSourcesChange()
  const { values, bind, reset } = useFields({ token: '' })
  const save = useMutation({
    mutationFn: () => act(account, 'source token', { id: source.id, ...values }),
    onSuccess() {
      reset()
      onSaved()
    },
    onSettled,
  })
  return (
    <Form
      verb="Save token"
      variant={isNeeded ? 'primary' : 'secondary'}
      onSend={() => save.mutate()}
      busy={save.isPending}
      error={save.error}
      columns="sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <Field
        label={`Access token for ${source.repo}`}
        type="password"
        autoComplete="off"
        required
        {...bind('token')}
      />
    </Form>
  )
}
