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
import { BackfillButton, BackfillStatus } from './backfill.tsx'
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
    next: 'The code host refused the access token. Enter a new one.',
  },
  gone: {
    label: 'Not found',
    color: 'bg-danger',
    next: 'The repository was deleted, or the token may no longer see it. Enter a new token, or disconnect it.',
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
      {next && (
        <p className="text-pretty">
          {next}
          {source.stateReason && <span className="text-quiet wrap-anywhere"> {source.stateReason}</span>}
        </p>
      )}
      {next && !source.isApp && source.state === 'active' && (
        <Copy text={source.webhook} label={`Copy the webhook address of ${source.repo}`} />
      )}
      <BackfillStatus source={source} />
      {may('owner') && <Controls source={source} />}
    </li>
  )
}

/** What an owner can do. A refused access token is asked for at once, any other on demand. */
function Controls({ source }: { source: Source }) {
  const isNeeded = source.state === 'needs reconnecting' || source.state === 'gone'
  const [isOpen, setOpen] = useState(false)
  const asksToken = !source.isApp && (isNeeded || isOpen)
  return (
    <>
      {asksToken && <TokenForm source={source} onSaved={() => setOpen(false)} />}
      <div className="flex flex-wrap gap-2">
        <BackfillButton source={source} />
        {!source.isApp && !asksToken && (
          <Button onClick={() => setOpen(true)}>
            {source.hasToken ? 'Replace access token' : 'Add access token'}
          </Button>
        )}
        <Disconnect source={source} />
      </div>
    </>
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
    <div className="-mr-4 ml-auto">
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

function TokenForm({ source, onSaved }: { source: Source; onSaved: () => void }) {
  const { account, onSettled } = useSources()
  const { values, bind, reset } = useFields({ token: '' })
  const save = useMutation({
    mutationFn: () => call(route.token.$put({ param: { account, source: source.id }, json: values })),
    onSuccess() {
      reset()
      onSaved()
    },
    onSettled,
  })
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
