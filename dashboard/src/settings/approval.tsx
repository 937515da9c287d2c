import { KIND_FACES } from '#changelog/kind-faces.ts'
import { CONFIDENCES, KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { act } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { namedOptions, optionsOf } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { LoadError } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Section } from '../parts/section.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { Time } from '../parts/text/time.tsx'
import { counted } from '../text.ts'
import { shortDate } from '../time.ts'
import { type Policy, policyQuery, thresholdsOf, trialQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { type KeptFields, useKeptFields } from './use-kept-fields.ts'

/** Whether a person approves each entry, with a trial of the policy on the account's own merges. */
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

function PolicyForm({ stored }: { stored: Policy }) {
  const { id: account } = useAccount()
  const fields = useKeptFields('policy', stored)
  const policy = fields.values
  return (
    <>
      <SettingsForm
        fields={fields}
        onSave={({ mode, ...thresholds }) =>
          act(account, 'policy set', { automatic: mode && mode === 'automatic', ...thresholdsOf(thresholds) })
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
      <PolicyTrial policy={policy} />
    </>
  )
}

const orAbove = (values: readonly string[], least: string): string =>
  least === values.at(-1) ? least : `${least} or above`

/** A sentence about which drafts are queued without a person. */
function matchingText({ kinds, leastMagnitude, leastConfidence }: Policy): string {
  const all = kinds.length === KINDS.length
  const names = new Intl.ListFormat('en').format(kinds.map(kind => KIND_FACES[kind].word))
  return `Drafts of ${orAbove(MAGNITUDES, leastMagnitude)} magnitude and ${orAbove(CONFIDENCES, leastConfidence)} confidence are queued for the next free time, of ${all ? 'every kind' : `the kinds ${names}`}. Without times they are published at once.`
}

/** The fields for which drafts are queued automatically. */
function Matching({ fields: { values, pick, set } }: { fields: KeptFields<Policy> }) {
  return (
    <>
      <Select label="Minimum size" options={optionsOf(MAGNITUDES)} {...pick('leastMagnitude')} />
      <Select label="Minimum confidence" options={optionsOf(CONFIDENCES)} {...pick('leastConfidence')} />
      <fieldset>
        <legend className="mb-1.5 font-semibold">Kinds</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {KINDS.map(kind => (
            <Checkbox
              key={kind}
              label={KIND_FACES[kind].word}
              checked={values.kinds.includes(kind)}
              onChange={isOn =>
                set({ kinds: KINDS.filter(one => (one === kind ? isOn : values.kinds.includes(one))) })
              }
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}

type Trial = DataOf<typeof trialQuery>

/** The effect that the settings would have had, in a sentence; the merges can be unfolded. */
function PolicyTrial({ policy }: { policy: Policy }) {
  const { timeZone } = useAccount()
  const { data, error, refetch } = useAccountQuery(account => trialQuery(account, policy))
  if (policy.kinds.length === 0 && policy.mode === 'automatic')
    return <p className="text-quiet">Choose at least one kind.</p>
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <p className="text-quiet">Trying it on your own merges…</p>
  const { merges, internal, published, left } = data.counts
  if (merges === 0) return <p className="text-quiet">There are no merges to try it on yet.</p>
  return (
    <Fold
      title={`${policy.mode === 'review' ? 'With automatic approval, ' : ''}${published} of ${counted(merges, 'merge', 'merges')} would have been queued`}
    >
      <p className="text-quiet text-pretty">
        In the 90 days until {shortDate(data.until, timeZone)}. {counted(internal, 'merge', 'merges')} would
        not interest customers.
      </p>
      <TriedList title="Would have been queued" merges={data.published} total={published} />
      <TriedList title="Left to a person" merges={data.left} total={left} />
    </Fold>
  )
}

interface ListProps {
  title: string
  merges: Trial['left']
  total: number
}

function TriedList({ title, merges, total }: ListProps) {
  if (total === 0) return null
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 className="font-semibold">
        {title} <span className="font-normal text-quiet">{total}</span>
      </h3>
      <Rows>
        {merges.map(({ pullRequestId, kind, why, magnitude, confidence, ...merge }) => (
          <Row
            key={pullRequestId}
            mark={<KindGlyph kind={kind} />}
            title={merge.title}
            link={{ to: '/$account/merges', search: { pull: pullRequestId } }}
            meta={
              <>
                {kind !== null && `${KIND_FACES[kind].word} · `}
                {why ?? `${magnitude}, ${confidence} confidence`} · <Time at={merge.mergedAt} />
              </>
            }
          />
        ))}
      </Rows>
      {total > merges.length && <p className="text-quiet">These are the newest {merges.length}.</p>}
    </section>
  )
}
