import { useState } from 'react'
import { useAccount } from '../../frame/use-account.ts'
import { Button } from '../../parts/button.tsx'
import { ChangeButton } from '../../parts/change-button.tsx'
import { SavedCheckbox } from '../../parts/form/saved-checkbox.tsx'
import { Section } from '../../parts/page.tsx'
import { Bar } from '../../parts/progress.tsx'
import { Time } from '../../parts/text/time.tsx'
import { RewordingOffer } from '../../rewording/rewording.tsx'
import { shortDate } from '../../time.ts'
import {
  dollars,
  isSent,
  nextMonth,
  priceText,
  titleOf,
  tokens,
  type Writer,
  type WriterFacts,
} from './facts.ts'
import { TrialList } from './trial.tsx'

interface Props {
  facts: WriterFacts
  writer: Writer
  onChange: () => void
}

/** The connected writer: its budget, whether it is on, and samples of its words. */
export function ConnectedWriter({ facts, writer, onChange }: Props) {
  const { may } = useAccount()
  const [isTrying, setTrying] = useState(false)
  return (
    <Section title={`${titleOf(writer)}, ${writer.model}`} lead={stateOf(facts, writer)}>
      {!isTrying && <WriterNotices facts={facts} writer={writer} />}
      <Facts facts={facts} writer={writer} />
      {may('owner') && (
        <SavedCheckbox
          label="Write new drafts"
          checked={writer.isOn}
          send={(act, isOn) => act('account writer', { isOn })}
        />
      )}
      {may('owner') && (
        <div className="flex flex-wrap gap-2">
          <Button
            aria-label="Check it on your own merges"
            aria-disabled={isTrying}
            onClick={() => setTrying(true)}
          >
            Check
          </Button>
          <Button aria-label="Edit the AI writer" onClick={onChange}>
            Edit
          </Button>
          <ChangeButton
            verb="Remove"
            label="Remove the AI writer"
            send={act => act('account writer', { disconnect: true })}
            question="Remove the AI writer?"
          >
            Its key is deleted here. What it has written stays. New drafts are written without it.
          </ChangeButton>
        </div>
      )}
      {writer.isOn && !isTrying && <RewordingOffer />}
      {isTrying && <TrialList pricesAsOf={facts.pricesAsOf} onClose={() => setTrying(false)} />}
    </Section>
  )
}

function stateOf({ operatorModel }: WriterFacts, { isOn }: Writer): string {
  if (isOn) return 'It is on: new drafts are written by it.'
  const meanwhile =
    operatorModel === null
      ? 'new drafts are written without it'
      : `new drafts are written by ${operatorModel}, which the operator of this server has connected`
  return `It is off: ${meanwhile}. Check it on your own merges, then let it word new drafts.`
}

/** Why it does not write, and the remedy. */
function WriterNotices({ facts: { spent }, writer: { budget, fault, isOn } }: Omit<Props, 'onChange'>) {
  const { may } = useAccount()
  const used = budget?.unit === 'tokens' ? spent.tokens : spent.microDollars
  if (budget && budget.limit > 0 && (used >= budget.limit || fault?.reason === 'budget'))
    return (
      <Notice>
        {used >= budget.limit
          ? 'The budget of this month is used up'
          : 'What is left of this month’s budget does not pay for another draft'}
        , so drafts are written without the AI writer until {shortDate(nextMonth())} (UTC).{' '}
        {may('owner') ? 'Edit it to raise the budget.' : 'An owner can raise the budget.'}
      </Notice>
    )
  return (
    fault && (
      <Notice>
        {fault.advice}{' '}
        <span className="text-quiet">
          {isOn && 'Until then, drafts are written without it. '}(<Time at={fault.at} />)
        </span>
      </Notice>
    )
  )
}

const Notice = ({ children }: { children: React.ReactNode }) => (
  <p className="flex gap-2 rounded-md bg-raised px-3 py-2 text-pretty">
    <span aria-hidden="true" className="text-danger">
      !
    </span>
    <span>{children}</span>
  </p>
)

function Facts({ facts: { spent, pricesAsOf }, writer }: Omit<Props, 'onChange'>) {
  const { may } = useAccount()
  const { budget, price } = writer
  const isTokens = budget ? budget.unit === 'tokens' : price === null
  const used = isTokens ? spent.tokens : spent.microDollars
  const format = isTokens ? tokens : dollars
  return (
    <dl className="-mt-2">
      <Row name="This month">
        {budget ? `${format(used)} of ${format(budget.limit)}` : `${format(used)} (no limit)`}
        {budget && budget.limit > 0 && (
          <Bar label="Budget used" done={Math.min(used, budget.limit)} total={budget.limit} />
        )}
      </Row>
      {price && <Row name="Price">{priceText(price, pricesAsOf)}</Row>}
      <Row name="Address">
        <span className="wrap-anywhere">{writer.baseUrl}</span>
      </Row>
      <Row name="Key">{keyText(writer)}</Row>
      <Row name="What is sent">
        {isSent(writer.sendsDiff)}
        {may('owner') && (
          <SavedCheckbox
            label="Send a part of the diff"
            hint="Up to 4,000 characters of the most telling changed lines. It helps where descriptions are short, and costs about 1,000 tokens a draft."
            checked={writer.sendsDiff}
            send={(act, sendsDiff) => act('account writer', { sendsDiff })}
          />
        )}
      </Row>
    </dl>
  )
}

function keyText({ hasKey, keyEnd }: Writer): string {
  if (!hasKey) return 'None'
  return keyEnd === null ? 'Stored, encrypted' : `Ends in ${keyEnd}. Stored encrypted.`
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className="grid gap-x-6 gap-y-1 not-first:border-t border-line/60 py-2.5 sm:grid-cols-[120px_minmax(0,1fr)]">
    <dt className="text-quiet">{name}</dt>
    <dd className="grid gap-1.5 tabular-nums">{children}</dd>
  </div>
)
