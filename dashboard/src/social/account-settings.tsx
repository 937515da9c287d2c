import { useState } from 'react'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS, type Kind } from '#judgement/classification/classification.ts'
import { act, type InputOf } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { namedOptions } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { Done } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { useNetwork } from './networks.tsx'
import { type SocialAccount, useSocialChange } from './queries.ts'
import type { NamedSet } from './sets.tsx'

type Change = Omit<InputOf<'social set'>, 'id'>
type Settings = SocialAccount['settings']
type Rule = NonNullable<Settings['rules'][Kind]>
type Visibility = Settings['visibility']

const RULES: Record<Rule, string> = {
  everything: 'Post all',
  minor: 'Minor and above',
  'by hand': 'By hand',
}

const VISIBILITIES: Record<Visibility, string> = {
  public: 'Public',
  unlisted: 'Unlisted: not in public timelines',
  followers: 'Followers only',
}

const MICROS = 1_000_000
const NO_SET = ''

const ruleOf = ({ rules }: Settings, kind: Kind): Rule => rules[kind] ?? 'everything'

interface Props {
  account: SocialAccount
  sets: readonly NamedSet[]
}

/** How an account posts: a form for owners, a sentence for everybody else. */
export function AccountSettings({ account, sets }: Props) {
  const { may } = useAccount()
  const hasVisibility = useNetwork(account.network)?.hasVisibility ?? false
  return (
    <Section title="How it posts">
      {may('owner') ? (
        <SettingsForm key={account.id} {...{ account, sets, hasVisibility }} />
      ) : (
        <p className="text-quiet text-pretty">{summaryOf(account, sets, hasVisibility)}</p>
      )}
    </Section>
  )
}

/** Like "Posts every entry without asking · by hand: Documentation · language de · unlisted · #changelog". */
function summaryOf(
  { settings, setId }: SocialAccount,
  sets: readonly NamedSet[],
  hasVisibility: boolean,
): string {
  const set = sets.find(({ id }) => id === setId)
  const parts = [
    ...rulesOf(settings),
    sets.length > 0 && (set ? `only entries of ${set.name}` : 'only entries in no set'),
    settings.language && `language ${settings.language}`,
    hasVisibility && settings.visibility !== 'public' && settings.visibility,
    settings.hashtags.map(tag => `#${tag}`).join(' '),
  ]
  return parts.filter(Boolean).join(' · ')
}

function rulesOf(settings: Settings): (string | false)[] {
  const kindsWith = (rule: Rule) => KINDS.filter(kind => ruleOf(settings, kind) === rule)
  const name = (kinds: readonly Kind[]) => kinds.map(kind => KIND_FACES[kind].word).join(', ')
  const [byHand, fromMinor] = [kindsWith('by hand'), kindsWith('minor')]
  if (byHand.length === KINDS.length) return ['Posts only what somebody sends']
  return [
    'Posts every entry without asking',
    fromMinor.length > 0 && `minor and above of ${name(fromMinor)}`,
    byHand.length > 0 && `by hand: ${name(byHand)}`,
  ]
}

function SettingsForm({ account, sets, hasVisibility }: Props & { hasVisibility: boolean }) {
  const { id } = useAccount()
  const { settings, month } = account
  const [rules, setRules] = useState(settings.rules)
  const { values, bind, set, isDirty } = useFields<
    Record<'setId' | 'visibility' | 'language' | 'hashtags' | 'budget', string>
  >({
    setId: account.setId ?? NO_SET,
    visibility: settings.visibility,
    language: settings.language ?? '',
    hashtags: settings.hashtags.map(tag => `#${tag}`).join(' '),
    budget: month === null ? '' : String(month.limit / MICROS),
  })
  const save = useSocialChange((change: Change) => act(id, 'social set', { id: account.id, ...change }))
  const change = (): Change => ({
    rule: rules,
    set: values.setId === NO_SET ? null : values.setId,
    visibility: values.visibility as Visibility,
    language: values.language === '' ? null : values.language,
    hashtag: values.hashtags.split(/[\s,]+/).filter(tag => tag !== ''),
    ...(month !== null && {
      budget: values.budget === '' ? null : Number(values.budget),
    }),
  })
  return (
    <div className="grid max-w-text gap-2">
      <Form
        verb="Save settings"
        variant={
          isDirty || JSON.stringify(rules) !== JSON.stringify(settings.rules) ? 'primary' : 'secondary'
        }
        onSend={() => save.mutate(change())}
        busy={save.isPending}
        error={save.error}
      >
        <RuleFields rules={rules} onChange={setRules} />
        <div className="grid gap-4 sm:grid-cols-2">
          {sets.length > 0 && (
            <Select
              label="Set"
              value={values.setId ?? NO_SET}
              options={[
                { value: NO_SET, label: 'No set' },
                ...sets.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onPick={setId => set({ setId })}
            />
          )}
          {hasVisibility && (
            <Select
              label="Visibility"
              value={values.visibility as Visibility}
              options={namedOptions(VISIBILITIES)}
              onPick={visibility => set({ visibility })}
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
      </Form>
      <Done>{save.isSuccess && 'Saved. Posts that are planned already keep their text.'}</Done>
    </div>
  )
}

interface RuleProps {
  rules: Settings['rules']
  onChange: (rules: Settings['rules']) => void
}

/** What is posted without asking, for each kind. */
function RuleFields({ rules, onChange }: RuleProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">Posted without asking</legend>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {KINDS.map(kind => (
          <div key={kind} className="grid grid-cols-[16px_minmax(0,1fr)_160px] items-center gap-2">
            <span aria-hidden="true">
              <KindGlyph kind={kind} />
            </span>
            <span aria-hidden="true">{KIND_FACES[kind].word}</span>
            <Select
              label={KIND_FACES[kind].word}
              isLabelHidden
              value={rules[kind] ?? 'everything'}
              options={namedOptions(RULES)}
              onPick={rule => onChange({ ...rules, [kind]: rule })}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
