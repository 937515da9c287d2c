import type { Queue } from '../api/entry-queries.ts'
import { freeTimes } from '../calendar/lanes.ts'
import { TimeFields, Times } from '../calendar/times.tsx'
import { type NewTime, PROPOSED, useChangedTimes } from '../calendar/use-changed-times.ts'
import { useAccount } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { ChoiceCards } from '../parts/form/choice-cards.tsx'
import { Done, Problem } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { dayName } from '../time.ts'
import { timeName } from '../weekdays.ts'
import { SettingsForm } from './settings-form.tsx'
import { useKeptFields } from './use-kept-fields.ts'

const PERIODS = { week: 'Week', 'two-weeks': 'Two weeks', month: 'Month', release: 'Release' }

const cardsOf = (isEdition: boolean) =>
  [
    {
      value: 'entry',
      title: 'Single posts',
      hint: isEdition
        ? 'The open edition ends. Its entries stay drafts, and go out one by one.'
        : 'Each approved entry goes out by itself, at the next free time.',
    },
    {
      value: 'edition',
      title: 'An edition',
      hint: isEdition
        ? 'All that is ready in one article: the weightiest changes in full, the others in a line each.'
        : 'All that is ready in one article. The first opens at once; entries that are queued still go out at their times.',
    },
  ] as const

/** Whether entries go out one by one or collected in editions, and when. */
export function Rhythm({ queue }: { queue: Queue }) {
  const { may } = useAccount()
  const change = useChangedTimes()
  const editions = queue.times.filter(({ takes }) => takes === 'edition')
  const [edition] = editions
  const pick = (takes: NewTime['takes']) => {
    if (takes === 'entry')
      change.mutate({
        add: queue.times.length > editions.length ? [] : PROPOSED,
        remove: editions.map(({ id }) => id),
      })
    else if (!edition) change.mutate({ add: [{ ...PROPOSED[0], takes }] })
  }
  return (
    <>
      <Section title="What goes out">
        {may('owner') && (
          <ChoiceCards
            label="What goes out"
            isLabelHidden
            value={edition ? 'edition' : queue.times.length > 0 ? 'entry' : null}
            cards={cardsOf(edition !== undefined)}
            onPick={pick}
          />
        )}
        <Problem error={change.error} />
        {edition && may('owner') && <EditionTime key={edition.id} time={edition} />}
        <Done>{edition && <NextEditions queue={queue} time={edition} />}</Done>
      </Section>
      {edition ? (
        <Fold title="Times for single entries">
          <Times queue={queue} />
        </Fold>
      ) : (
        <Times queue={queue} />
      )}
    </>
  )
}

function EditionTime({ time: { id, ...stored } }: { time: Queue['times'][number] }) {
  const change = useChangedTimes()
  const fields = useKeptFields('edition-time', stored)
  const { values, set } = fields
  const save = () => {
    const [proposed] = PROPOSED
    const isRelease = values.every === 'release'
    const at = isRelease
      ? { day: null, time: null }
      : { day: values.day ?? proposed.day, time: values.time ?? proposed.time }
    return change.mutateAsync({ add: [{ ...values, ...at }], remove: [id] })
  }
  return (
    <SettingsForm fields={fields} onSave={save}>
      <TimeFields time={values} every={PERIODS} onChange={set} />
    </SettingsForm>
  )
}

/** When the next editions are due, and who sends them. */
function NextEditions({ queue, time }: { queue: Queue; time: Queue['times'][number] }) {
  const { timeZone } = useAccount()
  const days = freeTimes(queue, null, 'edition')
    .slice(0, 3)
    .map(at => dayName(at, timeZone))
  return (
    <>
      {time.every === 'release'
        ? 'An edition with each release.'
        : `Next: ${days.join('; ')}. ${timeName(time)}.`}{' '}
      A person sends each edition; nothing goes out before.
    </>
  )
}
