import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Copy } from '../parts/copy.tsx'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Time } from '../parts/time.tsx'
import { BackfillStatus } from './backfill.tsx'
import type { Source } from './queries.ts'

const route = api.accounts[':account'].sources[':source']

interface StateView {
  label: string
  color: string
  /** What the reader should do; null while nothing is to be done. */
  next: string | null
}

const STATES: Record<Source['state'], StateView> = {
  active: { label: 'Connected', color: 'bg-kind-green', next: null },
  suspended: {
    label: 'Suspended',
    color: 'bg-kind-amber',
    next: 'The app was suspended on the code host. Resume it there; merges arrive again by themselves.',
  },
  'needs reconnecting': {
    label: 'Needs reconnecting',
    color: 'bg-danger',
    next: 'The code host refused the access token. Give a new one.',
  },
  gone: {
    label: 'Not found',
    color: 'bg-danger',
    next: 'The repository was deleted, or the token may no longer see it. Give a new token, or disconnect it.',
  },
}

/** What to do next with a source; null while all is well. */
function nextStep({ state, isApp, lastDeliveryAt }: Source): string | null {
  const { next } = STATES[state]
  if (next !== null) return next
  return lastDeliveryAt === null && !isApp
    ? 'No webhook has arrived yet. Add the webhook below to the repository on its code host.'
    : null
}

/** One connected repository: its state, its last delivery, and the next step. */
export function SourceCard({ source }: { source: Source }) {
  const { may } = useAccount()
  const { label, color } = STATES[source.state]
  const next = nextStep(source)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-l font-semibold wrap-anywhere">{source.repo}</h3>
          <p className="text-quiet">
            <span aria-hidden="true" className={`mr-1.5 inline-block size-2 rounded-full ${color}`} />
            {label} · {source.host} ·{' '}
            {source.lastDeliveryAt === null ? (
              'no delivery yet'
            ) : (
              <>
                last delivery <Time at={source.lastDeliveryAt} />
              </>
            )}
          </p>
        </div>
        {may('owner') && <Disconnect source={source} />}
      </div>
      {next && <p className="text-pretty">{next}</p>}
      {source.stateReason && <p className="text-s text-quiet wrap-anywhere">{source.stateReason}</p>}
      {next && !source.isApp && source.state === 'active' && (
        <Copy text={source.webhook} label={`Copy the webhook address of ${source.repo}`} />
      )}
      {may('owner') && !source.isApp && <TokenForm source={source} />}
      <BackfillStatus source={source} />
    </li>
  )
}

function useSources() {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  return { account, onSettled: () => void queries.invalidateQueries({ queryKey: ['sources', account] }) }
}

function Disconnect({ source }: { source: Source }) {
  const { account, onSettled } = useSources()
  const remove = useMutation({
    mutationFn: () => call(route.$delete({ param: { account, source: source.id } })),
    onSettled,
  })
  return (
    <div>
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

/** Asks for a new access token: at once where the old one was refused, otherwise on demand. */
function TokenForm({ source }: { source: Source }) {
  const { account, onSettled } = useSources()
  const isNeeded = source.state === 'needs reconnecting' || source.state === 'gone'
  const [isOpen, setOpen] = useState(false)
  const { values, bind, reset } = useFields({ token: '' })
  const save = useMutation({
    mutationFn: () => call(route.token.$put({ param: { account, source: source.id }, json: values })),
    onSuccess() {
      reset()
      setOpen(false)
    },
    onSettled,
  })
  if (!isNeeded && !isOpen)
    return (
      <div>
        <Button variant="ghost" className="-ml-4" onClick={() => setOpen(true)}>
          {source.hasToken ? 'Replace the access token' : 'Give an access token'}
        </Button>
      </div>
    )
  return (
    <Form
      verb="Save token"
      variant="secondary"
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
