import type { Queue } from '../api/entry-queries.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { ask } from '../parts/overlay/confirm.tsx'
import { Time } from '../parts/text/time.tsx'
import { useSteady } from '../parts/use-steady.ts'
import { DAY, dayKey, shortDate } from '../time.ts'

/** A button for publishers that pauses the whole queue, until a day or until somebody resumes it. */
export function PauseButton({ queue: { paused, timeZone, now } }: { queue: Queue }) {
  const { may } = useAccount()
  const pause = useChange((act, until: string) => act('schedule pause', until === '' ? {} : { until }))
  if (paused.length > 0 || !may('publisher')) return null
  const askUntilWhen = async () => {
    let until = ''
    const isWanted = await ask({
      title: 'Pause publishing?',
      verb: 'Pause',
      subject: (
        <Field
          label="Until"
          type="date"
          min={dayKey(now + DAY, timeZone)}
          hint={`The day on which publishing resumes, in ${timeZone.replaceAll('_', ' ')}. Without one, it stays paused until you resume it.`}
          onChange={event => {
            until = event.target.value
          }}
        />
      ),
      text: 'From now on nothing goes out by itself. Queued entries move to the times after the pause, in the same order.',
    })
    if (isWanted) pause.mutate(until)
  }
  return (
    <div className="grid justify-items-end gap-2">
      <Button busy={pause.isPending} onClick={() => void askUntilWhen()}>
        Pause
      </Button>
      <Problem error={pause.error} />
    </div>
  )
}

function pauseName(paused: string, sets: Queue['sets']): string {
  if (paused === 'all') return 'Paused.'
  if (paused === 'none') return 'Entries without a set are paused.'
  return `${sets.find(({ id }) => id === paused)?.name ?? 'A set'} is paused.`
}

/**
 * Says why nothing goes out while the queue is paused, and offers to resume it. The notice of a resumed pause keeps its place for a while.
 */
export function Pauses({ queue: { paused, sets, timeZone } }: { queue: Queue }) {
  const { may } = useAccount()
  const resume = useChange((act, paused: string) => act('schedule resume', { set: paused }))
  const shown = useSteady(paused, one => one.queue)
  if (shown.length === 0) return null
  return (
    <div className="grid justify-items-start gap-2">
      {shown.map(({ item: one, isGone }) => (
        <div
          key={one.queue}
          className="flex w-full flex-wrap items-center justify-between gap-3 rounded-md bg-raised px-4 py-3"
        >
          {isGone ? (
            <p>Resumed.</p>
          ) : (
            <p>
              <strong className="font-semibold">{pauseName(one.queue, sets)}</strong> Nothing goes out until{' '}
              {one.until === null ? 'it is resumed' : shortDate(one.until, timeZone)}. The pause began{' '}
              <Time at={one.pausedAt} />.
            </p>
          )}
          {may('publisher') && (
            <Button
              className={isGone ? 'invisible' : ''}
              busy={resume.isPending}
              onClick={() => resume.mutate(one.queue)}
            >
              Resume
            </Button>
          )}
        </div>
      ))}
      <Problem error={resume.error} />
    </div>
  )
}
