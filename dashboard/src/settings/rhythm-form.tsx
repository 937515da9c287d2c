import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { editionQuery } from '../api/entry-queries.ts'
import type { Rhythm } from '../edition/edition.ts'
import { useAccount } from '../frame/use-account.ts'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { namedOptions } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Section } from '../parts/section.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useKeptFields } from './use-kept-fields.ts'

type Period = Rhythm['period']

const PERIODS: Record<Period, string> = {
  'one-by-one': 'Entries one by one',
  weekly: 'An edition a week',
  'every-two-weeks': 'An edition every two weeks',
  monthly: 'An edition a month',
  release: 'An edition with each release',
}

/** Whether entries go out one by one, or gathered in editions. Owners change it. */
export function RhythmSection() {
  const { id: account } = useAccount()
  return (
    <Section
      title="Rhythm"
      lead="One by one, each approved entry goes out by itself. An edition gathers what was merged into one article: the weightiest changes in full, the others in a line each."
    >
      <Loaded query={useQuery(editionQuery(account))} label="Loading the rhythm">
        {({ rhythm }) => <RhythmForm rhythm={rhythm} />}
      </Loaded>
    </Section>
  )
}

function RhythmForm({ rhythm }: { rhythm: Rhythm }) {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const { period, urgentAtOnce, feedsListItems } = rhythm
  const fields = useKeptFields('rhythm', { period, urgentAtOnce, feedsListItems })
  const { values, set } = fields
  const save = async (json: Partial<typeof values>) => {
    await call(api.accounts[':account'].rhythm.$patch({ param: { account }, json }))
    const again = ['edition', 'counts', 'queue', 'inbox'].map(key =>
      queries.invalidateQueries({ queryKey: [key, account] }),
    )
    await Promise.all(again)
  }
  return (
    <SettingsForm fields={fields} onSave={save}>
      <div className="max-w-form">
        <Select
          label="What goes out"
          value={values.period}
          options={namedOptions(PERIODS)}
          onPick={wanted => set({ period: wanted })}
        />
      </div>
      <Consequence before={period} after={values.period} />
      {values.period !== 'one-by-one' && (
        <>
          <Checkbox
            label="Breaking changes and security go out at once"
            hint="They do not wait for the edition: the policy may queue them, and you publish them from the inbox."
            checked={values.urgentAtOnce}
            onChange={checked => set({ urgentAtOnce: checked })}
          />
          <div className="max-w-form">
            <Select
              label="Feeds list"
              value={values.feedsListItems ? 'items' : 'edition'}
              options={[
                { value: 'edition', label: 'The edition, as one item' },
                { value: 'items', label: 'Its entries, each as an item' },
              ]}
              onPick={wanted => set({ feedsListItems: wanted === 'items' })}
            />
          </div>
        </>
      )}
    </SettingsForm>
  )
}

/** What changes with the rhythm that was picked. */
function Consequence({ before, after }: { before: Period; after: Period }) {
  if (before === after) return null
  return <p className="text-quiet text-pretty">{consequenceOf(before, after)}</p>
}

function consequenceOf(before: Period, after: Period): string {
  if (after === 'one-by-one')
    return 'The open edition ends. Its entries stay drafts and go out one by one. Editions that are published stay as they are.'
  if (before === 'one-by-one')
    return 'The first edition opens at once, with the drafts of this period and the one before. Entries that are queued already go out at their times. You publish an edition, or queue it for one of the slots below.'
  return 'The open edition keeps what is in it, and what was arranged by hand.'
}
