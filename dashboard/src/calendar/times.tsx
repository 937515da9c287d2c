import { useState } from 'react'
import type { Queue } from '../api/entry-queries.ts'
import { PageLink, useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field, Form } from '../parts/form/form.tsx'
import { namedOptions, optionsAmong, Select } from '../parts/form/select.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/notice.tsx'
import { Section } from '../parts/page.tsx'
import { localTime } from '../time.ts'
import { timeName, WEEKDAYS } from '../weekdays.ts'
import { type NewTime, PROPOSED, useChangedTimes } from './use-changed-times.ts'

const EVERY = namedOptions({ week: 'Week', 'two-weeks': 'Two weeks', month: 'Month' })
const NO_SET = 'All other entries'

/** The times at which entries go out one by one. Only owners can change them. */
export function Times({ queue }: { queue: Queue }) {
  const { may } = useAccount()
  const change = useChangedTimes()
  const isOwner = may('owner')
  const [isAdding, setAdding] = useState(false)
  const all = queue.times.filter(({ takes }) => takes === 'entry')
  const lines = [...queue.sets, { id: null, name: NO_SET }]
    .map(set => ({ ...set, times: all.filter(({ setId }) => setId === set.id) }))
    .filter(({ times }) => times.length > 0)
  return (
    <Section
      title="Times"
      lead="Each takes one approved entry."
      action={
        isOwner &&
        !isAdding && (
          <Button aria-label="Add a time" onClick={() => setAdding(true)}>
            Add
          </Button>
        )
      }
    >
      {all.length === 0 && (
        <p className="text-quiet text-pretty">
          Without times, each entry goes out when somebody publishes it.{' '}
          {isOwner ? (
            <>
              Times are in {queue.timeZone.replaceAll('_', ' ')}.{' '}
              <PageLink to="/$account/settings/general" className="underline">
                Change the time zone
              </PageLink>
            </>
          ) : (
            'An owner can add times.'
          )}
        </p>
      )}
      {lines.map(({ id, name, times }) => (
        <div key={id} className="grid gap-1">
          {lines.length > 1 && <h3 className="text-s font-semibold text-quiet">{name}</h3>}
          <TimeList times={times} {...(isOwner && { onRemove: time => change.mutate({ remove: [time] }) })} />
        </div>
      ))}
      <Problem error={change.error} />
      {isOwner && !isAdding && all.length === 0 && (
        <div>
          <Button variant="primary" busy={change.isPending} onClick={() => change.mutate({ add: PROPOSED })}>
            Add Tuesday and Thursday at {localTime('10:00')}
          </Button>
        </div>
      )}
      {isOwner && isAdding && (
        <AddTime
          sets={queue.sets}
          busy={change.isPending}
          onAdd={time => change.mutate({ add: [time] }, { onSuccess: () => setAdding(false) })}
        />
      )}
    </Section>
  )
}

interface TimeListProps {
  times: Queue['times']
  /** Removes a time; left out for people who may not. */
  onRemove?: (time: string) => void
}

const TimeList = ({ times, onRemove }: TimeListProps) => (
  <ul className="flex flex-wrap gap-2">
    {times.map(time => (
      <li
        key={time.id}
        className={`flex min-h-9 items-center gap-1 rounded-md bg-raised pl-3 ${onRemove ? '' : 'pr-3'}`}
      >
        {timeName(time)}
        {onRemove && (
          <Button
            variant="ghost"
            className="px-2.5!"
            aria-label={`Remove ${timeName(time)}`}
            onClick={() => onRemove(time.id)}
          >
            <Icon name="close" className="size-3" />
          </Button>
        )}
      </li>
    ))}
  </ul>
)

interface AddTimeProps {
  sets: Queue['sets']
  busy: boolean
  onAdd: (time: NewTime) => void
}

function AddTime({ sets, busy, onAdd }: AddTimeProps) {
  const [time, setTime] = useState<NewTime>({ ...PROPOSED[0] })
  const change = (changes: Partial<NewTime>) => setTime({ ...time, ...changes })
  return (
    <Form verb="Add" variant="secondary" change={{ isPending: busy, error: null }} onSend={() => onAdd(time)}>
      <TimeFields time={time} onChange={change}>
        <Select label="Every" value={time.every} options={EVERY} onPick={every => change({ every })} />
        {sets.length > 0 && (
          <Select
            label="For"
            value={time.setId ?? ''}
            options={optionsAmong(NO_SET, sets)}
            onPick={picked => change({ setId: picked || null })}
          />
        )}
      </TimeFields>
    </Form>
  )
}

interface FieldsProps {
  time: Omit<NewTime, 'setId' | 'takes'>
  onChange: (change: Partial<NewTime>) => void
  children?: React.ReactNode
}

/** The day and the time of day of a time of the schedule, after what else is asked. */
export const TimeFields = ({ time: { every, day, time }, onChange, children }: FieldsProps) => (
  <div className="grid gap-3 sm:grid-cols-3">
    {children}
    <Select
      label={every === 'month' ? 'Day, the last of the month' : 'Day'}
      value={day ?? 'tuesday'}
      options={namedOptions(WEEKDAYS)}
      onPick={picked => onChange({ day: picked })}
    />
    <Field
      label="Time"
      type="time"
      name="time"
      required
      value={time ?? ''}
      onChange={event => onChange({ time: event.target.value })}
    />
  </div>
)
