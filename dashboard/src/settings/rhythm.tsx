import { type Queue, queueQuery } from '../api/entry-queries.ts'
import { queryClient } from '../api/queries.ts'
import type { Act } from '../api/use-change.ts'
import { freeTimes } from '../calendar/lanes.ts'
import { TimeFields, Times } from '../calendar/times.tsx'
import { type NewTime, PROPOSED, useChangedTimes } from '../calendar/use-changed-times.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { ChoiceCards } from '../parts/form/choice-cards.tsx'
import { Done, Problem } from '../parts/notice.tsx'
import { ask } from '../parts/overlay/confirm.tsx'
import { Section } from '../parts/page.tsx'
import { dayName } from '../time.ts'
import { SettingsForm } from './settings-form.tsx'
import { useKeptFields } from './use-kept-fields.ts'

type Every = 'entry' | NewTime['every']

/** The ways to publish, each with how it is told afterwards. */
const RHYTHMS: Record<Every, [title: string, told: string]> = {
  entry: ['One by one', 'one by one'],
  week: ['Every week', 'one collected post every week'],
  'two-weeks': ['Every two weeks', 'one collected post every two weeks'],
  month: ['Every month', 'one collected post every month'],
  release: ['With each release', 'one collected post with each release'],
}

/** The schedule as it is now, since another person may have changed it. */
const queueNow = (account: string) => queryClient.fetchQuery({ ...queueQuery(account), staleTime: 0 })

/** Whether entries go out one by one or collected in editions, and how often. */
export function Rhythm({ queue }: { queue: Queue }) {
  const { id: account, may } = useAccount()
  const change = useChangedTimes()
  const { times } = queue
  const editions = times.filter(({ takes }) => takes === 'edition')
  const [edition] = editions
  const current = edition ? edition.every : times.length > 0 ? 'entry' : null

  const restore = async () => {
    const now = await queueNow(account)
    const lacks = (those: Queue['times']) => (one: Queue['times'][number]) =>
      !those.some(({ id }) => id === one.id)
    await change.mutateAsync({
      add: times.filter(lacks(now.times)).map(({ id: _, ...time }) => time),
      remove: now.times.filter(lacks(times)).map(({ id }) => id),
    })
    toasts.show('Undone. Entries go out as often as before.')
  }
  const pick = async (every: Every) => {
    const remove = editions.map(({ id }) => id)
    const isFirst = times.length === editions.length
    const add =
      every === 'entry'
        ? isFirst
          ? PROPOSED
          : []
        : [timeFor(every, edition ?? { ...PROPOSED[0], takes: 'edition' })]
    await change.mutateAsync({ add, remove })
    toasts.show(`From now on ${RHYTHMS[every][1]}.`, { label: 'Undo', run: () => void restore() })
  }
  const makeSure = async (every: Every) => {
    const [verb, what] = RHYTHMS[every]
    const text = `${consequence(every, edition !== undefined)} You can undo this.`
    if (await ask({ title: `Publish ${what}?`, verb, text })) void pick(every).catch(() => undefined)
  }
  return (
    <>
      <Section
        title="How often"
        lead="Each entry as a post of its own, or all that is ready collected in one post (an edition)."
      >
        {may('owner') ? (
          <ChoiceCards
            label="How often"
            isLabelHidden
            value={current}
            cards={(Object.keys(RHYTHMS) as Every[]).map(value => ({ value, title: RHYTHMS[value][0] }))}
            onPick={every => void makeSure(every)}
          />
        ) : (
          <p>{RHYTHMS[current ?? 'entry'][0]}</p>
        )}
        <Problem error={change.error} />
        {edition && may('owner') && edition.every !== 'release' && <EditionTime time={edition} />}
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

/** What another way to publish changes. */
function consequence(wanted: Every, isCollected: boolean): string {
  if (wanted === 'entry')
    return isCollected
      ? 'The open edition ends. Its entries stay drafts, and go out one by one.'
      : 'Each approved entry goes out by itself, at the next free time.'
  return isCollected
    ? 'The open edition continues, and is due at the new time.'
    : 'The first edition opens at once, with all that is ready. Entries that are queued still go out at their times. A person sends each edition; nothing goes out by itself.'
}

/** The time of an edition that comes this often, on the same day at the same time if it can. */
function timeFor(every: NewTime['every'], { setId, takes, day, time }: NewTime): NewTime {
  const [proposed] = PROPOSED
  const at =
    every === 'release'
      ? { day: null, time: null }
      : { day: day ?? proposed.day, time: time ?? proposed.time }
  return { setId, takes, every, ...at }
}

function EditionTime({ time: { id, ...stored } }: { time: Queue['times'][number] }) {
  const { id: account } = useAccount()
  const change = useChangedTimes()
  const fields = useKeptFields('edition-time', stored)
  const save = async (_: Act, changes: Partial<NewTime>) => {
    const editions = (await queueNow(account)).times.filter(({ takes }) => takes === 'edition')
    const edition = editions.find(one => one.id === id) ?? editions[0]
    if (!edition) return
    const { id: replaced, ...now } = edition
    await change.mutateAsync({ add: [{ ...now, ...changes }], remove: [replaced] })
  }
  return (
    <SettingsForm fields={fields} onSave={save}>
      <TimeFields time={fields.values} onChange={fields.set} />
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
      {time.every === 'release' ? 'An edition with each release.' : `Next: ${days.join('; ')}.`} A person
      sends each edition; nothing goes out by itself.
    </>
  )
}
