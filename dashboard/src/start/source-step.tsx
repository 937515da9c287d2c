import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { GitHubWay } from '../sources/github-app.tsx'
import { WebhookSource } from '../sources/new-source.tsx'
import { sourcesQuery } from '../sources/queries.ts'
import { GitSource } from './git-source.tsx'
import { OwnersOnly } from './owners-only.tsx'
import type { StartFacts } from './queries.ts'

const WAYS = [
  { way: 'app', label: 'GitHub' },
  { way: 'webhook', label: 'Webhook' },
  { way: 'git', label: 'Git directory' },
] as const
type Way = (typeof WAYS)[number]['way']

const LEADS: Record<Way, string> = {
  app: 'Choose repositories on GitHub. New merges arrive by themselves, and past ones can be imported.',
  webhook: 'For one repository on GitHub, GitLab, Forgejo or Gitea. You add a webhook to it there.',
  git: 'Imports the history of a repository on this server. Nothing is sent over the network.',
}

interface Props {
  facts: StartFacts
  /** Keeps the step open although it is done, for what is shown only once. */
  onStay: () => void
  onDone: () => void
}

/** Three ways to the merges. Those that this server is not set up for say what is missing. */
export function SourceStep({ facts, onStay, onDone }: Props) {
  const { may } = useAccount()
  const [chosen, setChosen] = useState<Way | null>(null)
  if (!may('owner')) return <OwnersOnly>connect repositories</OwnersOnly>
  const way = chosen ?? (facts.readsGitDirectories ? 'git' : 'app')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Kind of source</legend>
        {WAYS.map(one => (
          <Button
            key={one.way}
            aria-pressed={one.way === way}
            className="aria-pressed:border-accent aria-pressed:bg-raised"
            onClick={() => setChosen(one.way)}
          >
            {one.label}
          </Button>
        ))}
      </fieldset>
      <p className="text-quiet text-pretty">{LEADS[way]}</p>
      {way === 'app' && <GitHubWay facts={facts} />}
      {way === 'webhook' && <Webhook onStay={onStay} onDone={onDone} />}
      {way === 'git' && <GitSource onDone={onDone} />}
    </div>
  )
}

/** The secret of a webhook is shown once, so the person says when they have it. */
function Webhook({ onStay, onDone }: Omit<Props, 'facts'>) {
  const { id: account } = useAccount()
  const { data } = useQuery(sourcesQuery(account))
  const isConnected = (data?.total ?? 0) > 0
  return (
    <div className="grid max-w-[560px] grid-cols-[minmax(0,1fr)] gap-4">
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
