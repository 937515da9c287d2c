import { KIND_FACES } from '#changelog/kind-faces.ts'
import { CONFIDENCES, KINDS, type Kind, MAGNITUDES } from '#judgement/classification/classification.ts'
import { useAccountQuery } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { namedOptions, optionsOf, Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Section } from '../parts/page.tsx'
import { type Policy, policyQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { type KeptFields, useKeptFields } from './use-kept-fields.ts'

/** Whether a person approves each entry. */
export function Approval() {
  const query = useAccountQuery(policyQuery)
  return (
    <Section title="Approval" lead="Which drafts may be queued without a person.">
      <Loaded query={query} label="Loading the policy">
        {stored => <PolicyForm stored={stored} />}
      </Loaded>
    </Section>
  )
}

const MODES: Record<Policy['mode'], string> = {
  review: 'A person approves every entry',
  automatic: 'Queue matching drafts automatically',
}

/** The policy as fields: each kind is one of its own, because somebody else may tick another at the same time. */
type Fields = Omit<Policy, 'kinds'> & Record<Kind, boolean>

function PolicyForm({ stored: { kinds, ...stored } }: { stored: Policy }) {
  const ticks = Object.fromEntries(KINDS.map(kind => [kind, kinds.includes(kind)])) as Record<Kind, boolean>
  const fields = useKeptFields<Fields>('policy', { ...stored, ...ticks })
  const policy = { ...fields.values, kinds: KINDS.filter(kind => fields.values[kind]) }
  return (
    <SettingsForm
      fields={fields}
      onSave={(act, { mode, leastMagnitude, leastConfidence, ...ticked }) =>
        act('policy set', {
          automatic: mode && mode === 'automatic',
          magnitude: leastMagnitude,
          confidence: leastConfidence,
          addKind: KINDS.filter(kind => ticked[kind] === true),
          removeKind: KINDS.filter(kind => ticked[kind] === false),
        })
      }
    >
      <div className="max-w-form">
        <Select label="Who approves" isLabelHidden options={namedOptions(MODES)} {...fields.pick('mode')} />
      </div>
      {policy.mode === 'automatic' && (
        <>
          <p className="text-quiet text-pretty">{matchingText(policy)}</p>
          <Fold>
            <Matching fields={fields} />
          </Fold>
        </>
      )}
    </SettingsForm>
  )
}

const orAbove = (values: readonly string[], least: string): string =>
  least === values.at(-1) ? least : `${least} or above`

/** A sentence about which drafts are queued without a person. */
function matchingText({ kinds, leastMagnitude, leastConfidence }: Policy): string {
  if (kinds.length === 0) return 'Choose at least one kind.'
  const all = kinds.length === KINDS.length
  const names = new Intl.ListFormat('en').format(kinds.map(kind => KIND_FACES[kind].word))
  return `Drafts of ${orAbove(MAGNITUDES, leastMagnitude)} magnitude and ${orAbove(CONFIDENCES, leastConfidence)} confidence are queued for the next free time, of ${all ? 'every kind' : `the kinds ${names}`}. Without times they are published at once.`
}

/** The fields for which drafts are queued automatically. */
function Matching({ fields: { pick, check } }: { fields: KeptFields<Fields> }) {
  return (
    <>
      <Select label="Minimum size" options={optionsOf(MAGNITUDES)} {...pick('leastMagnitude')} />
      <Select label="Minimum confidence" options={optionsOf(CONFIDENCES)} {...pick('leastConfidence')} />
      <fieldset>
        <legend className="mb-1.5 font-semibold">Kinds</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {KINDS.map(kind => (
            <Checkbox key={kind} label={KIND_FACES[kind].word} {...check(kind)} />
          ))}
        </div>
      </fieldset>
    </>
  )
}
