import { useState } from 'react'
import { act } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { MoreActions } from '../inbox/action-bar.tsx'
import { Fold } from '../parts/fold.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Row } from '../parts/row.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { repoName } from '../text.ts'
import { BackfillButton, BackfillStatus } from './backfill.tsx'
import type { Repository, Source } from './queries.ts'
import { Reviews } from './reviews.tsx'
import { RulesForm, rulesText } from './rules.tsx'
import { explanation, Health, isWaiting } from './source-state.tsx'

interface Props {
  /** The source; null if only its history was imported, so that nothing arrives automatically. */
  source: Source | null
  /** The repository; null until something was recorded for it. */
  repository: Repository | null
}

/** A repository: whether it is connected, what comes next, and its settings, folded. */
export function RepositoryRow({ source, repository }: Props) {
  const { may } = useAccount()
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
      meta={source ? <Health source={source} /> : 'Imported. New merges do not arrive by themselves.'}
    >
      {explained && <p className="text-pretty wrap-anywhere">{explained}</p>}
      {source && isOwner && isWaiting(source) && (
        <Copy text={source.webhook} label={`Copy the webhook address of ${source.repo}`} />
      )}
      {source && isOwner && isTokenNeeded && <TokenForm source={source} />}
      {source && <BackfillStatus source={source} />}
      {source && (isRefused || !isOwner) && <Reviews source={source} />}
      {rules && <p className="text-s wrap-anywhere text-quiet">{rules}</p>}
      {isOwner && (
        <Fold title={`Settings for ${name}`}>
          {repository && <RulesForm repository={repository} />}
          {source && !isRefused && <Reviews source={source} />}
          {source && <Controls source={source} isTokenNeeded={isTokenNeeded} />}
        </Fold>
      )}
    </Row>
  )
}

/** The rarer actions of an owner: importing earlier merges, replacing the token, disconnecting. */
function Controls({ source, isTokenNeeded }: { source: Source; isTokenNeeded: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const mayGiveToken = !source.isApp && !isTokenNeeded
  return (
    <>
      {isOpen && mayGiveToken && <TokenForm source={source} onSaved={() => setOpen(false)} />}
      <div className="flex flex-wrap gap-2">
        <BackfillButton source={source} />
        {mayGiveToken && !isOpen && (
          <MoreActions
            className=""
            items={[
              {
                label: source.hasToken ? 'Replace the access token' : 'Add an access token',
                onPick: () => setOpen(true),
              },
            ]}
          />
        )}
        <Disconnect source={source} />
      </div>
    </>
  )
}

function Disconnect({ source }: { source: Source }) {
  const { id: account } = useAccount()
  const remove = useChange(['sources'], () => act(account, 'source remove', { id: source.id }))
  return (
    <div>
      <Confirm
        verb="Remove"
        label={`Remove ${source.repo}`}
        question={`Remove ${source.repo}?`}
        onConfirm={() => remove.mutate()}
      >
        New merges no longer arrive. What was recorded and published stays.
      </Confirm>
      <Problem error={remove.error} />
    </div>
  )
}

interface TokenFormProps {
  source: Source
  /** Called when another token was saved. If it is left out, the source does not work without a token. */
  onSaved?: () => void
}

function TokenForm({ source, onSaved }: TokenFormProps) {
  const { id: account } = useAccount()
  const { values, bind, reset } = useFields({ token: '' })
  const save = useChange(
    ['sources'],
    () => act(account, 'source token', { id: source.id, ...values }),
    () => {
      reset()
      onSaved?.()
    },
  )
  return (
    <Form
      verb="Save"
      variant={onSaved ? 'secondary' : 'primary'}
      change={save}
      columns="sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <Field
        label={`Access token for ${source.repo}`}
        type="password"
        autoComplete="off"
        required
        {...bind('token')}
      />
    </Form>
  )
}
