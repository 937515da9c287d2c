import { useState } from 'react'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { ChoiceCards } from '../parts/form/choice-cards.tsx'
import { GitHubWay } from '../sources/github-app.tsx'
import { WAYS, type Way, WebhookSource } from '../sources/new-source.tsx'
import { sourcesQuery } from '../sources/queries.ts'
import { GitSource } from './git-source.tsx'
import type { StartFacts } from './queries.ts'
import { OwnersOnly } from './step.tsx'

interface Props {
  facts: StartFacts
  /** Keeps the step open although it is done, while it shows something that is shown only once. */
  onStay: () => void
  onDone: () => void
}

/** Three ways to connect merges. Ways that this server is not set up for say what is missing. */
export function SourceStep({ facts, onStay, onDone }: Props) {
  const { may } = useAccount()
  const [chosen, setChosen] = useState<Way | null>(null)
  if (!may('owner')) return <OwnersOnly>connect repositories</OwnersOnly>
  const way = chosen ?? (facts.readsGitDirectories ? 'git' : 'app')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ChoiceCards label="Kind of source" isLabelHidden value={way} cards={WAYS} onPick={setChosen} />
      {way === 'app' && <GitHubWay facts={facts} />}
      {way === 'webhook' && <Webhook onStay={onStay} onDone={onDone} />}
      {way === 'git' && <GitSource onDone={onDone} />}
    </div>
  )
}

/** The webhook's secret is shown only once, so the person says when they have copied it. */
function Webhook({ onStay, onDone }: Omit<Props, 'facts'>) {
  const { data } = useAccountQuery(sourcesQuery)
  const isConnected = (data?.total ?? 0) > 0
  return (
    <div className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-4">
      <WebhookSource variant={isConnected ? 'secondary' : 'primary'} onConnect={onStay} />
      {isConnected && (
        <div>
          <Button variant="primary" onClick={onDone}>
            Continue
          </Button>
        </div>
      )}
    </div>
  )
}
