import { useState } from 'react'
import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { MoreActions } from '../inbox/action-bar.tsx'
import { Button } from '../parts/button.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { Done, Problem } from '../parts/notice.tsx'
import { ask } from '../parts/overlay/confirm.tsx'
import { Row } from '../parts/row.tsx'
import { saved } from '../settings/settings-form.tsx'
import { repoName } from '../text.ts'
import { BackfillButton, BackfillStatus } from './backfill.tsx'
import { failuresOf, TryAgain } from './failures.tsx'
import { WebhookSteps } from './new-source.tsx'
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

/** A repository: its name, its state, the one thing that it needs if any, and a menu. What is filled in opens below it. */
export function RepositoryRow({ source, repository, failed }: Props) {
  const { may } = useAccount()
  const isOwner = may('owner')
  const [opened, setOpened] = useState<'settings' | 'connection' | null>(null)
  const remove = useChange((act, id: string) => act('source remove', { id }))
  const name = source?.repo ?? repoName(repository?.name ?? '')
  const isDisconnected = source !== null && (isTokenNeeded(source) || isWaiting(source))
  const makeSure = async ({ id }: Source) => {
    const text = 'New merges no longer arrive. What was recorded and published stays.'
    if (await ask({ title: `Remove ${name}?`, verb: 'Remove', variant: 'danger', text })) remove.mutate(id)
  }
  const verb = opened ? 'Close' : source && isTokenNeeded(source) ? 'Reconnect' : 'Continue'
  return (
    <Row
      title={name}
      meta={<Meta {...{ source, repository, failed, name }} />}
      hangs={source !== null}
      action={
        isOwner && (
          <>
            {opened || isDisconnected ? (
              <Button
                aria-label={`${verb} ${name}`}
                aria-expanded={opened !== null}
                onClick={() => setOpened(opened ? null : 'connection')}
              >
                {verb}
              </Button>
            ) : (
              failed.length > 0 && <TryAgain what={name} jobs={failed} />
            )}
            <MoreActions
              of={name}
              className="-mr-2"
              items={[
                { label: 'Edit', onPick: () => setOpened('settings') },
                ...(source ? [{ label: 'Remove', onPick: () => void makeSure(source) }] : []),
              ]}
            />
          </>
        )
      }
    >
      <Problem error={remove.error} />
      {source && failed.every(({ kind }) => kind !== 'backfill') && <BackfillStatus source={source} />}
      {source && (source.reviews.state === 'refused' || !isOwner) && <Reviews source={source} />}
      {opened && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-2 pb-4">
          {opened === 'settings' && repository && <RulesForm repository={repository} />}
          {opened === 'settings' && source && <SourceSettings source={source} />}
          {opened === 'connection' && source && isWaiting(source) && <WebhookSteps source={source} />}
          {opened === 'connection' && source && isTokenNeeded(source) && <TokenForm source={source} />}
        </div>
      )}
    </Row>
  )
}

/** Whether a repository works and what comes next, all that failed, and which of its merges are announced when. */
function Meta({ source, repository, failed, name }: Props & { name: string }) {
  const isOwner = useAccount().may('owner')
  const rules = repository && rulesText(repository)
  const [failure, ...failures] = failuresOf(failed, name)
  return (
    <>
      {source ? (
        <>
          <Health source={source} failure={failure?.text} /> {nextStep(source, isOwner)}
          {failure && !isOwner && ' An owner can try again.'}
        </>
      ) : (
        'Imported. New merges do not arrive by themselves.'
      )}
      {failures.map(({ id, text }) => (
        <span key={id} className="block">
          {text}
        </span>
      ))}
      {rules && <span className="block">{rules}</span>}
    </>
  )
}

/** What else can be set about a repository that is connected. */
const SourceSettings = ({ source }: { source: Source }) => (
  <>
    {source.reviews.state !== 'refused' && <Reviews source={source} />}
    {!source.isApp && !isTokenNeeded(source) && <TokenForm source={source} />}
    <BackfillButton source={source} />
  </>
)

/** Asks for the access token of a repository that is connected by a webhook. */
function TokenForm({ source }: { source: Source }) {
  const { values, bind, reset } = useFields({ token: '' })
  const save = useChange(act => act('source token', { id: source.id, ...values }), reset)
  return (
    <div className="grid gap-2">
      <Form verb="Save" variant="secondary" change={save} columns="grid-cols-[minmax(0,1fr)_auto]">
        <Field
          label={`Access token for ${source.repo}`}
          hint={source.hasToken && !isTokenNeeded(source) ? 'Replaces the one that is stored.' : undefined}
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
