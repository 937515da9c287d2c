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
import { failuresOf, TryAgain } from './failures.tsx'
import type { FailedJob, Repository, Source } from './queries.ts'
import { Reviews } from './reviews.tsx'
import { RulesForm, rulesText } from './rules.tsx'
import { Health, isTokenNeeded, isWaiting, nextStep } from './source-state.tsx'

interface Props {
  /** The source; null if only its history was imported, so that nothing arrives automatically. */
  source: Source | null
  /** The repository; null until something was recorded for it. */
  repository: Repository | null
  /** What was tried several times about it and failed. */
  failed: readonly FailedJob[]
}

/** A repository: its name, its state in a line, what comes next if anything does, and its settings, which its button opens. */
export function RepositoryRow({ source, repository, failed }: Props) {
  const { id: account, may } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const verb = isOpen ? 'Close' : 'Edit'
  const isOwner = may('owner')
  const next = source ? nextStep(source, isOwner) : ''
  const isRefused = source?.reviews.state === 'refused'
  const rules = repository && rulesText(repository)
  const name = source?.repo ?? repoName(repository?.name ?? '')
  const [failure, ...failures] = failuresOf(failed, name)
  const hasTokenForm = source !== null && isOwner && isTokenNeeded(source)
  return (
    <Row
      title={name}
      meta={
        source ? (
          <Health source={source} failure={failure?.text} />
        ) : (
          'Imported. New merges do not arrive by themselves.'
        )
      }
      action={
        isOwner && (
          <Button aria-label={`${verb} ${name}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {verb}
          </Button>
        )
      }
    >
      {failures.map(({ id, text }) => (
        <p key={id} className="text-s text-pretty wrap-anywhere text-quiet">
          {text}
        </p>
      ))}
      {failure && (
        <div className="grid justify-items-start gap-2">
          {isOwner ? <TryAgain what={name} jobs={failed} /> : <p>An owner can try again.</p>}
        </div>
      )}
      {source && isOwner && isWaiting(source) ? (
        <WebhookSteps source={source} />
      ) : (
        next && <p className="text-pretty wrap-anywhere">{next}</p>
      )}
      {hasTokenForm && <TokenForm source={source} variant="primary" />}
      {source && failed.every(({ kind }) => kind !== 'backfill') && <BackfillStatus source={source} />}
      {source && (isRefused || !isOwner) && <Reviews source={source} />}
      {rules && <p className="text-s wrap-anywhere text-quiet">{rules}</p>}
      {isOwner && isOpen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 py-2">
          {repository && <RulesForm repository={repository} />}
          {source && !isRefused && <Reviews source={source} />}
          {source && !source.isApp && !hasTokenForm && <TokenForm source={source} variant="secondary" />}
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
