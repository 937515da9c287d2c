import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Weekday } from '#platform/weekly-time.ts'
import { api, call } from '../api/client.ts'
import { type Queue, queueQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/notice.tsx'
import { localTime } from '../time.ts'
import { WEEKDAY_OPTIONS, WEEKDAYS } from '../weekdays.ts'
import { MAIN } from './lanes.ts'
import { type NewSlotBody, PROPOSED, useNewSlots } from './use-new-slots.ts'

const route = api.accounts[':account'].slots

/** The weekly times at which entries go out. Owners change them. */
export function Slots({ queue }: { queue: Queue }) {
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  const add = useNewSlots()
  const remove = useMutation({
    mutationFn: (slot: string) => call(route[':slot'].$delete({ param: { account, slot } })),
    onSettled: () => queries.invalidateQueries(queueQuery(account)),
  })
  const isOwner = may('owner')
  const lines = [{ id: null, name: MAIN }, ...queue.sets]
    .map(set => ({ ...set, slots: queue.slots.filter(({ setId }) => setId === set.id) }))
    .filter(({ slots }) => slots.length > 0)
  return (
    <section aria-labelledby="slots" className="grid gap-3">
      <h2 id="slots" className="text-l font-semibold">
        Weekly slots
      </h2>
      {queue.slots.length === 0 && (
        <div className="grid justify-items-start gap-3">
          <p className="text-quiet text-pretty">
            There are no slots yet. With slots, an approved entry goes out at the next free one.
            {!isOwner && ' An owner can add them.'}
          </p>
          {isOwner && (
            <Button variant="primary" busy={add.isPending} onClick={() => add.mutate(PROPOSED)}>
              Use Tuesday and Thursday at {localTime('10:00')}
            </Button>
          )}
          {isOwner && (
            <p className="text-s text-quiet">
              In {queue.timeZone}.{' '}
              <Link to="/$account/settings" params={{ account }} className="underline">
                Change the time zone
              </Link>
            </p>
          )}
        </div>
      )}
      {lines.map(({ id, name, slots }) => (
        <div key={id} className="grid gap-1">
          {lines.length > 1 && <h3 className="text-s font-semibold text-quiet">{name}</h3>}
          <SlotList slots={slots} {...(isOwner && { onRemove: remove.mutate })} />
        </div>
      ))}
      <Problem error={remove.error} />
      {isOwner && (
        <div className="mt-2 grid gap-3">
          <NewSlot
            sets={queue.sets}
            busy={add.isPending}
            error={add.error}
            onAdd={slot => add.mutate([slot])}
          />
        </div>
      )}
    </section>
  )
}

interface SlotListProps {
  slots: Queue['slots']
  /** Removes a slot, for those who may. */
  onRemove?: (slot: string) => void
}

function SlotList({ slots, onRemove }: SlotListProps) {
  return (
    <ul className="flex flex-wrap gap-2">
      {slots.map(({ id, day, time }) => (
        <li
          key={id}
          className={`flex min-h-9 items-center gap-1 rounded-md bg-raised pl-3 ${onRemove ? '' : 'pr-3'}`}
        >
          {WEEKDAYS[day]} {localTime(time)}
          {onRemove && (
            <Button
              variant="ghost"
              className="px-2.5!"
              aria-label={`Remove the slot on ${WEEKDAYS[day]} at ${localTime(time)}`}
              onClick={() => onRemove(id)}
            >
              <Icon name="close" className="size-3" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

interface NewSlotProps {
  sets: Queue['sets']
  busy: boolean
  error: Error | null
  onAdd: (slot: NewSlotBody) => void
}

function NewSlot({ sets, busy, error, onAdd }: NewSlotProps) {
  const [day, setDay] = useState<Weekday>('tuesday')
  const [time, setTime] = useState('10:00')
  const [set, setSet] = useState('')
  return (
    <Form
      verb="Add slot"
      variant="secondary"
      busy={busy}
      error={error}
      columns={sets.length > 0 ? 'sm:grid-cols-[160px_140px_160px_auto]' : 'sm:grid-cols-[160px_140px_auto]'}
      onSend={() => onAdd({ set: set || null, day, time })}
    >
      <Select label="Day" value={day} options={WEEKDAY_OPTIONS} onPick={setDay} />
      <Field
        label="Time"
        type="time"
        name="time"
        required
        value={time}
        onChange={event => setTime(event.target.value)}
      />
      {sets.length > 0 && (
        <Select
          label="Queue"
          value={set}
          options={[{ value: '', label: MAIN }, ...sets.map(({ id, name }) => ({ value: id, label: name }))]}
          onPick={setSet}
        />
      )}
    </Form>
  )
}
