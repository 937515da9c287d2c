import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { act } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Done } from '../parts/notice.tsx'
import { Row } from '../parts/row.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { saved } from '../settings/settings-form.tsx'
import { startQuery } from '../start/queries.ts'
import { repoName } from '../text.ts'
import { BackfillButton, BackfillStatus } from './backfill.tsx'
import { FailedJobs, TryAgain } from './failures.tsx'
import type { FailedJob, Repository, Source } from './queries.ts'
import { Reviews } from './reviews.tsx'
import { RulesForm, rulesText } from './rules.tsx'
import { explanation, Health, isWaiting } from './source-state.tsx'

interface Props {
  /** The source; null if only its history was imported, so that nothing arrives automatically. */
  source: Source | null
  /** The repository; null until something was recorded for it. */
  repository: Repository | null
  /** What was tried several times about it and failed. */
  failed: readonly FailedJob[]
}

/** A repository: whether it is connected, what comes next, and its settings, which its last button opens. */
export function RepositoryRow({ source, repository, failed }: Props) {
  const { id: account, may } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const verb = isOpen ? 'Close' : 'Edit'
  const isOwner = may('owner')
  const explained = source ? explanation(source, isOwner) : ''
  const isRefused = source?.reviews.state === 'refused'
  const isTokenNeeded =
    source !== null && !source.isApp && (source.state === 'needs reconnecting' || source.state === 'gone')
  const rules = repository && rulesText(repository)
  const name = source?.repo ?? repoName(repository?.name ?? '')
  return (
    <Row
      title={name}
      meta={
        source ? (
          <Health source={source} hasFailed={failed.length > 0} />
        ) : (
          'Imported. New merges do not arrive by themselves.'
        )
      }
      action={
        isOwner && (
          <>
            {failed.length > 0 && <TryAgain what={name} jobs={failed} />}
            <Button aria-label={`${verb} ${name}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {verb}
            </Button>
          </>
        )
      }
    >
      <FailedJobs repo={name} jobs={failed} />
      {source && isOwner && isWaiting(source) ? (
        <WebhookSteps source={source} />
      ) : (
        explained && <p className="text-pretty wrap-anywhere">{explained}</p>
      )}
      {source && isOwner && isTokenNeeded && <TokenForm source={source} variant="primary" />}
      {source && failed.every(({ kind }) => kind !== 'backfill') && <BackfillStatus source={source} />}
      {source && (isRefused || !isOwner) && <Reviews source={source} />}
      {rules && <p className="text-s wrap-anywhere text-quiet">{rules}</p>}
      {isOwner && isOpen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-2">
          {repository && <RulesForm repository={repository} />}
          {source && !isRefused && <Reviews source={source} />}
          {source && !source.isApp && !isTokenNeeded && <TokenForm source={source} variant="secondary" />}
          {source && (
            <div className="flex flex-wrap gap-2">
              <BackfillButton source={source} />
              <ChangeButton
                verb="Remove"
                variant="danger"
                label={`Remove ${source.repo}`}
                keys={['sources']}
                send={() => act(account, 'source remove', { id: source.id })}
                question={`Remove ${source.repo}?`}
              >
                New merges no longer arrive. What was recorded and published stays.
              </ChangeButton>
            </div>
          )}
        </div>
      )}
    </Row>
  )
}

/** Where on the code host a webhook is added, and the address to enter there. */
function WebhookSteps({ source }: { source: Source }) {
  const { id: account } = useAccount()
  const { provider, host, repo, webhook, webhooksPage } = source
  const { data: facts } = useQuery(startQuery(account))
  return (
    <>
      <p className="text-pretty wrap-anywhere">
        {webhooksPage && (
          <a
            href={webhooksPage}
            target="_blank"
            rel="noreferrer"
            className="rounded-md text-accent underline"
          >
            Open its webhooks on {host}.
          </a>
        )}{' '}
        {facts?.codeHosts.find(({ value }) => value === provider)?.webhookSteps}
      </p>
      <Copy text={webhook} label={`Copy the webhook address of ${repo}`} />
    </>
  )
}

interface TokenFormProps {
  source: Source
  /** `primary` if the source does not work without another token. */
  variant: 'primary' | 'secondary'
}

function TokenForm({ source, variant }: TokenFormProps) {
  const { id: account } = useAccount()
  const { values, bind, reset } = useFields({ token: '' })
  const save = useChange(['sources'], () => act(account, 'source token', { id: source.id, ...values }), reset)
  return (
    <div className="grid gap-2">
      <Form verb="Save" variant={variant} change={save} columns="grid-cols-[minmax(0,1fr)_auto]">
        <Field
          label={`Access token for ${source.repo}`}
          hint={source.hasToken && variant === 'secondary' ? 'Replaces the one that is stored.' : undefined}
          type="password"
          autoComplete="off"
          required
          {...bind('token')}
        />
      </Form>
      <Done>{save.isSuccess && saved}</Done>
    </div>
  )
}
