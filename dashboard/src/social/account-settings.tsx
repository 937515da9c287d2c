import type { Act } from '../api/use-change.ts'
import { Fold } from '../parts/fold.tsx'
import { ChoiceCards } from '../parts/form/choice-cards.tsx'
import { Field } from '../parts/form/form.tsx'
import { namedOptions, optionsAmong, Select } from '../parts/form/select.tsx'
import { Section } from '../parts/page.tsx'
import { SettingsForm } from '../settings/settings-form.tsx'
import { useKeptFields } from '../settings/use-kept-fields.ts'
import { useNetwork } from './networks.tsx'
import type { NamedSet, SocialAccount } from './queries.ts'

type Settings = SocialAccount['settings']
type Visibility = Settings['visibility']

const RULE_CARDS = [
  { value: 'everything', title: 'Post everything', hint: 'Each entry, after it is published.' },
  { value: 'minor', title: 'Larger changes', hint: 'Minor and major. You send the rest.' },
  { value: 'by hand', title: 'Ask me', hint: 'Posts are prepared. You send each.' },
] as const

const VISIBILITIES: Record<Visibility, string> = {
  public: 'Public',
  unlisted: 'Unlisted: not in public timelines',
  followers: 'Followers only',
}

const MICROS = 1_000_000

interface Props {
  account: SocialAccount
  sets: readonly NamedSet[]
}

/** How an account posts. */
export function AccountSettings({ account, sets }: Props) {
  const { settings, month } = account
  const visibilities = useNetwork(account.network)?.visibilities ?? []
  const fields = useKeptFields(`social-${account.id}`, {
    rule: settings.rule,
    setId: account.setId ?? '',
    visibility: settings.visibility,
    language: settings.language ?? '',
    hashtags: settings.hashtags.map(tag => `#${tag}`).join(' '),
    budget: month === null ? '' : String(month.limit / MICROS),
  })
  const { values, bind, pick, set } = fields
  const save = (act: Act, { rule, setId, visibility, language, hashtags, budget }: Partial<typeof values>) =>
    act('social set', {
      id: account.id,
      rule,
      visibility,
      set: setId === undefined ? undefined : setId || null,
      language: language === undefined ? undefined : language || null,
      hashtag: hashtags?.split(/[\s,]+/).filter(tag => tag !== ''),
      budget: budget === undefined ? undefined : budget === '' ? null : Number(budget),
    })
  return (
    <Section title="How it posts">
      <SettingsForm fields={fields} onSave={save}>
        <ChoiceCards
          label="What is posted"
          isLabelHidden
          value={values.rule}
          cards={RULE_CARDS}
          onPick={rule => set({ rule })}
        />
        <Fold>
          <div className="grid gap-4 sm:grid-cols-2">
            {sets.length > 0 && (
              <Select label="Posts entries of" options={optionsAmong('No set', sets)} {...pick('setId')} />
            )}
            {visibilities.length > 1 && (
              <Select
                label="Visibility"
                options={namedOptions(VISIBILITIES).filter(({ value }) => visibilities.includes(value))}
                {...pick('visibility')}
              />
            )}
            <Field label="Language" placeholder="That of the entry" maxLength={40} {...bind('language')} />
            <Field label="Hashtags" placeholder="#changelog #acme" maxLength={320} {...bind('hashtags')} />
            {month !== null && (
              <Field
                label="Budget of a month (US dollars)"
                type="number"
                min={0}
                max={1000}
                step="any"
                {...bind('budget')}
              />
            )}
          </div>
          <p className="text-s text-quiet">Posts that are planned already keep their text.</p>
        </Fold>
      </SettingsForm>
    </Section>
  )
}
