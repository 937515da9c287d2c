import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS, type Kind } from '#judgement/classification/classification.ts'
import { act } from '../api/client.ts'
import { SOCIAL } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { ChoiceCards } from '../parts/form/choice-cards.tsx'
import { Field } from '../parts/form/field.tsx'
import { namedOptions, optionsAmong } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { Section } from '../parts/section.tsx'
import { SettingsForm } from '../settings/settings-form.tsx'
import { useKeptFields } from '../settings/use-kept-fields.ts'
import { useNetwork } from './networks.tsx'
import type { NamedSet, SocialAccount } from './queries.ts'

type Settings = SocialAccount['settings']
type Rule = NonNullable<Settings['rules'][Kind]>
type Visibility = Settings['visibility']

const RULES: Record<Rule, string> = {
  everything: 'Post everything',
  minor: 'Larger changes',
  'by hand': 'Ask me',
}

const RULE_CARDS = [
  { value: 'everything', title: RULES.everything, hint: 'Each entry, after it is published.' },
  { value: 'minor', title: RULES.minor, hint: 'Minor and major. You send the rest.' },
  { value: 'by hand', title: RULES['by hand'], hint: 'Posts are prepared. You send each.' },
] as const

const VISIBILITIES: Record<Visibility, string> = {
  public: 'Public',
  unlisted: 'Unlisted: not in public timelines',
  followers: 'Followers only',
}

const MICROS = 1_000_000

/** The rule that most kinds have. */
const mainRuleOf = (rules: Record<Kind, Rule>): Rule =>
  (Object.keys(RULES) as Rule[]).toSorted(
    (one, other) =>
      KINDS.filter(kind => rules[kind] === other).length - KINDS.filter(kind => rules[kind] === one).length,
  )[0] ?? 'everything'

const rulesBy = (rule: (kind: Kind) => Rule) =>
  Object.fromEntries(KINDS.map(kind => [kind, rule(kind)])) as Record<Kind, Rule>

interface Props {
  account: SocialAccount
  sets: readonly NamedSet[]
}

/** How an account posts. */
export function AccountSettings({ account, sets }: Props) {
  const { id } = useAccount()
  const { settings, month } = account
  const visibilities = useNetwork(account.network)?.visibilities ?? []
  const fields = useKeptFields(`social-${account.id}`, {
    ...rulesBy(kind => settings.rules[kind] ?? 'everything'),
    setId: account.setId ?? '',
    visibility: settings.visibility,
    language: settings.language ?? '',
    hashtags: settings.hashtags.map(tag => `#${tag}`).join(' '),
    budget: month === null ? '' : String(month.limit / MICROS),
  })
  const { values, bind, pick, set } = fields
  const rules: Record<Kind, Rule> = values
  const save = ({ setId, visibility, language, hashtags, budget, ...rule }: Partial<typeof values>) =>
    act(id, 'social set', {
      id: account.id,
      rule: Object.keys(rule).length > 0 ? rule : undefined,
      visibility,
      set: setId === undefined ? undefined : setId || null,
      language: language === undefined ? undefined : language || null,
      hashtag: hashtags?.split(/[\s,]+/).filter(tag => tag !== ''),
      budget: budget === undefined ? undefined : budget === '' ? null : Number(budget),
    })
  const main = mainRuleOf(rules)
  return (
    <Section title="How it posts">
      <SettingsForm fields={fields} onSave={save} keys={SOCIAL}>
        <ChoiceCards
          label="What is posted"
          isLabelHidden
          value={main}
          cards={RULE_CARDS}
          onPick={rule => set(rulesBy(kind => (rules[kind] === main ? rule : rules[kind])))}
        />
        {KINDS.some(kind => rules[kind] !== main) && (
          <p className="text-quiet">
            {KINDS.filter(kind => rules[kind] !== main)
              .map(kind => `${KIND_FACES[kind].word}: ${RULES[rules[kind]].toLowerCase()}`)
              .join(' · ')}
          </p>
        )}
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
          <fieldset>
            <legend className="mb-1.5 font-semibold">Otherwise for</legend>
            <div className="grid gap-x-4 gap-y-2 sm:grid-cols-3">
              {KINDS.map(kind => (
                <Select
                  key={kind}
                  label={KIND_FACES[kind].word}
                  options={namedOptions(RULES)}
                  {...pick(kind)}
                />
              ))}
            </div>
          </fieldset>
        </Fold>
      </SettingsForm>
    </Section>
  )
}
