import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Queue } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form } from '../parts/form/form.tsx'
import { namedOptions } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { localTime } from '../time.ts'
import { timeName, WEEKDAY_OPTIONS } from '../weekdays.ts'
import { MAIN } from './lanes.ts'
import { type NewTime, PROPOSED, useChangedTimes } from './use-changed-times.ts'

const TAKES: Record<NewTime['takes'], string> = {
  entry: 'One entry',
  edition: 'An edition: all that is ready',
}

const EVERY: Record<NewTime['every'], string> = {
  week: 'Week',
  'two-weeks': 'Two weeks',
  month: 'Month',
  release: 'Release',
}

/** The times at which entries and editions go out. Owners change them. */
export function Times({ queue }: { queue: Queue }) {
  const { id: account, may } = useAccount()
  const { add, remove } = useChangedTimes()
  const isOwner = may('owner')
  const [isAdding, setAdding] = useState(false)
  const lines = [{ id: null, name: MAIN }, ...queue.sets]
    .map(set => ({ ...set, times: queue.times.filter(({ setId }) => setId === set.id) }))
    .filter(({ times }) => times.length > 0)
  return (
    <Section
      title="Times"
      lead="A time takes one approved entry, or an edition: all that was merged in one article, the weightiest changes in full, the others in a line each."
    >
      {queue.times.length === 0 && (
        <div className="grid justify-items-start gap-3">
          <p className="text-quiet text-pretty">
            There are no times yet.{!isOwner && ' An owner can add them.'}
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
      {lines.map(({ id, name, times }) => (
        <div key={id} className="grid gap-1">
          {lines.length > 1 && <h3 className="text-s font-semibold text-quiet">{name}</h3>}
          <TimeList times={times} {...(isOwner && { onRemove: remove.mutate })} />
        </div>
      ))}
      <Problem error={remove.error} />
      {isOwner && !isAdding && queue.times.length > 0 && (
        <div>
          <Button onClick={() => setAdding(true)}>Add a time</Button>
        </div>
      )}
      {isOwner && (isAdding || queue.times.length === 0) && (
        <AddTime
          queue={queue}
          busy={add.isPending}
          error={add.error}
          onAdd={time => add.mutate([time], { onSuccess: () => setAdding(false) })}
        />
      )}
    </Section>
  )
}

interface TimeListProps {
  times: Queue['times']
  /** Removes a time, for those who may. */
  onRemove?: (time: string) => void
}

function TimeList({ times, onRemove }: TimeListProps) {
  const isLastEdition = times.filter(({ takes }) => takes === 'edition').length === 1
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {times.map(time => (
          <li
            key={time.id}
            className={`flex min-h-9 items-center gap-1 rounded-md bg-raised pl-3 ${onRemove ? '' : 'pr-3'}`}
          >
            {time.takes === 'edition' && <Icon name="edition" />}
            {timeName(time)}
            {time.takes === 'edition' && ': an edition'}
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
      {onRemove && isLastEdition && (
        <p className="text-s text-quiet">
          Without its time the open edition ends. Its entries stay drafts and go out one by one.
        </p>
      )}
    </>
  )
}

interface AddTimeProps {
  queue: Queue
  busy: boolean
  error: Error | null
  onAdd: (time: NewTime) => void
}

function AddTime({ queue: { sets, period }, busy, error, onAdd }: AddTimeProps) {
  const [time, setTime] = useState<NewTime>({ ...PROPOSED[0] })
  const { takes, every, day } = time
  const isRelease = every === 'release'
  const isEdition = takes === 'edition' || isRelease
  const change = (changes: Partial<NewTime>) => setTime({ ...time, ...changes })
  const send = () =>
    onAdd({
      ...time,
      ...(isEdition && { takes: 'edition', setId: null }),
      ...(isRelease && { day: null, time: null }),
    })
  return (
    <Form verb="Add time" variant="secondary" busy={busy} error={error} onSend={send}>
      <div className="grid max-w-text gap-3 sm:grid-cols-2">
        <Select
          label="What goes out"
          value={isEdition ? 'edition' : takes}
          options={namedOptions(TAKES)}
          onPick={picked =>
            change({ takes: picked, ...(picked === 'entry' && isRelease && { every: 'week' }) })
          }
        />
        <Select
          label="Every"
          value={every}
          options={namedOptions(EVERY)}
          onPick={picked => change({ every: picked })}
        />
        {!isRelease && (
          <>
            <Select
              label={every === 'month' ? 'Day, the last of the month' : 'Day'}
              value={day ?? 'tuesday'}
              options={WEEKDAY_OPTIONS}
              onPick={picked => change({ day: picked })}
            />
            <Field
              label="Time"
              type="time"
              name="time"
              required
              value={time.time ?? ''}
              onChange={event => change({ time: event.target.value })}
            />
          </>
        )}
        {sets.length > 0 && !isEdition && (
          <Select
            label="Set"
            value={time.setId ?? ''}
            options={[
              { value: '', label: MAIN },
              ...sets.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onPick={picked => change({ setId: picked || null })}
          />
        )}
      </div>
      {isEdition && period === null && (
        <p className="max-w-text text-quiet text-pretty">
          The first edition opens at once, with the drafts of this period and the one before. Entries that are
          queued already go out at their times. Nothing goes out before you publish the edition, or queue it.
        </p>
      )}
    </Form>
  )
}
