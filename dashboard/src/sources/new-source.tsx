import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { InputOf } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { useAccountQuery, usePageNavigate } from '../frame/use-account.ts'
import { ChoiceCards } from '../parts/form/choice-cards.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { Section } from '../parts/page.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { Out } from '../parts/text/out.tsx'
import { GitSource } from '../start/git-source.tsx'
import { NotPublic } from '../start/not-public.tsx'
import { startQuery } from '../start/queries.ts'
import { GitHubWay } from './github-app.tsx'
import type { Source } from './queries.ts'

interface NewSourceProps {
  isFirst: boolean
  /** Called before a repository is connected by a webhook, whose secret is shown only once. */
  onStay: () => void
  /** Called when it is connected. */
  onDone: () => void
}

/**
 * Connects a repository: through a GitHub app, through a webhook that the owner adds at the code host, or from a directory on the server.
 */
export function NewSource({ isFirst, onStay, onDone }: NewSourceProps) {
  const { data: facts } = useAccountQuery(startQuery)
  const search = useSearch({ from: '/$account/settings/repositories' })
  const navigate = usePageNavigate()
  const [way, setWay] = useState<Way>('app')
  if (!facts) return null
  const leaveChoice = () => {
    onDone()
    void navigate({
      to: facts.published === 0 ? '/$account/start' : '/$account/settings/repositories',
    })
  }
  return (
    <Section
      title="Connect a repository"
      lead={
        isFirst && 'No repository is connected yet. Connect one, and each merge arrives here as it happens.'
      }
    >
      <ChoiceCards label="Kind of source" isLabelHidden value={way} cards={WAYS} onPick={setWay} />
      {way === 'app' && <GitHubWay facts={facts} search={search} onDone={leaveChoice} />}
      {way === 'git' && <GitSource asksPast onDone={onDone} />}
      {way === 'webhook' && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <WebhookSource onConnect={onStay} />
        </div>
      )}
    </Section>
  )
}

/** Where on the code host a webhook is added, and the address to enter there. */
export function WebhookSteps({ source }: { source: Omit<Source, 'lastDeliveryAt'> }) {
  const { provider, host, repo, webhook, webhooksPage } = source
  const { data: facts } = useAccountQuery(startQuery)
  return (
    <>
      <p className="text-pretty wrap-anywhere">
        {webhooksPage && <Out href={webhooksPage}>Open its webhooks on {host}.</Out>}{' '}
        {facts?.codeHosts.find(({ value }) => value === provider)?.webhookSteps}
      </p>
      <Copy text={webhook} label={`Copy the webhook address of ${repo}`} />
    </>
  )
}

interface WebhookSourceProps {
  variant?: 'primary' | 'secondary'
  /** Called before it is connected. */
  onConnect?: () => void
}

/** Connects a repository through a webhook, and shows its secret once. */
export function WebhookSource({ variant = 'primary', onConnect }: WebhookSourceProps) {
  const { data: facts } = useAccountQuery(startQuery)
  const [provider, setProvider] = useState<InputOf<'source create'>['provider']>('github')
  const { values, bind, reset } = useFields({ repo: '', url: '', token: '' })
  const host = facts?.codeHosts.find(({ value }) => value === provider)
  const connect = useChange(act => {
    onConnect?.()
    const { repo, url, token } = values
    const optional = { ...(url && { url }), ...(token && { token }) }
    return act('source create', { provider, repo, ...optional })
  }, reset)
  return (
    <>
      <div role="status">
        {connect.data && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-md bg-raised p-4">
            <p className="text-pretty">
              <strong className="font-semibold">{connect.data.source.repo}</strong> is connected. The secret
              is shown only once.
            </p>
            <WebhookSteps source={connect.data.source} />
            <Copy text={connect.data.secret} label="Copy the webhook secret" />
            <NotPublic
              address={connect.data.source.webhook}
              purpose="The code host has to reach it, to tell it about merges."
            />
          </div>
        )}
      </div>
      <Form verb="Connect" variant={variant} change={connect}>
        <Select label="Code host" value={provider} options={facts?.codeHosts ?? []} onPick={setProvider} />
        <Field
          label="Repository"
          placeholder={host?.example ?? ''}
          required
          autoComplete="off"
          {...bind('repo')}
        />
        <Field
          label="Server (optional)"
          hint="Only for a self-hosted code host."
          placeholder="https://"
          {...bind('url')}
        />
        <Field
          label="Access token (optional)"
          hint={`Lets Tidings read files, labels and past merges. ${host?.readRights ?? ''} It is stored encrypted.`}
          type="password"
          autoComplete="off"
          {...bind('token')}
        />
      </Form>
    </>
  )
}

/** The ways in which merges arrive, as cards to choose from. */
export const WAYS = [
  {
    value: 'app',
    title: 'GitHub',
    hint: 'Choose repositories on GitHub. New merges arrive by themselves, and past ones can be imported.',
  },
  {
    value: 'webhook',
    title: 'Webhook',
    hint: 'One repository on any code host. You add a webhook to it there.',
  },
  {
    value: 'git',
    title: 'Git directory',
    hint: 'The history of a repository on this server. Nothing is sent over the network.',
  },
] as const

export type Way = (typeof WAYS)[number]['value']
