import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { act } from '../api/client.ts'
import { SOCIAL, useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button, type ButtonVariant } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Section } from '../parts/section.tsx'
import { counted } from '../text.ts'
import { NetworkMark } from './networks.tsx'
import { type SocialAccount, setSizesQuery, socialQuery } from './queries.ts'

export interface NamedSet {
  id: string
  name: string
}

/** The sets: the entries in each, and the social accounts that post them. */
export function Sets() {
  const { id: account, may } = useAccount()
  const { data } = useQuery(socialQuery(account))
  if (!data) return null
  const { accounts, sets } = data
  return (
    <Section
      title="Sets"
      lead="A set posts to accounts of its own and has its own feed, such as for one product or one language. File an entry under it to post it there."
    >
      {sets.length === 0 && <p className="text-quiet">There are no sets yet. All entries go the same way.</p>}
      <Rows>
        {sets.map(set => (
          <SetRow key={set.id} set={set} accounts={accounts.filter(({ setId }) => setId === set.id)} />
        ))}
      </Rows>
      {may('owner') && (
        <SetName
          verb="Add"
          label="Add a set"
          title="Add a set"
          onSave={name => act(account, 'set create', { name })}
        />
      )}
    </Section>
  )
}

function SetRow({ set, accounts }: { set: NamedSet; accounts: readonly SocialAccount[] }) {
  const { id: account, may } = useAccount()
  const { data } = useQuery(setSizesQuery(account))
  const size = data?.sets.find(one => one.id === set.id)
  return (
    <Row
      title={set.name}
      meta={
        <span className="flex flex-wrap gap-x-3">
          {size && `${counted(size.entries, 'entry', 'entries')}, ${size.published} published`}
          {accounts.length === 0 && <span>no social account</span>}
          {accounts.map(({ id, network, profile }) => (
            <span key={id} className="inline-flex items-center gap-1.5">
              <NetworkMark name={network} />
              {profile.handle}
            </span>
          ))}
        </span>
      }
      action={
        may('owner') && (
          <>
            <SetName
              verb="Edit"
              label={`Edit set: ${set.name}`}
              variant="tertiary"
              title={`Rename the set “${set.name}”`}
              name={set.name}
              onSave={name => act(account, 'set rename', { id: set.id, name })}
            />
            <DeleteSet set={set} entries={size?.entries} accounts={accounts.length} />
          </>
        )
      }
    />
  )
}

interface SetNameProps {
  verb: string
  /** The accessible name of the button, if a list has several. */
  label?: string
  variant?: ButtonVariant
  /** The title of the dialog. */
  title: string
  name?: string
  onSave: (name: string) => Promise<unknown>
}

/** A button that asks for the name of a set. */
function SetName({ verb, label, variant, title, name = '', onSave }: SetNameProps) {
  const [isOpen, setOpen] = useState(false)
  const { values, bind, reset } = useFields({ name })
  const save = useChange(
    SOCIAL,
    () => onSave(values.name),
    () => {
      if (name === '') reset()
      setOpen(false)
    },
  )
  return (
    <>
      <Button
        variant={variant}
        className="justify-self-start"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {verb}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <Form verb={name === '' ? 'Add' : 'Save'} change={save}>
            <Field label="Name" placeholder="Mobile" required maxLength={80} {...bind('name')} />
          </Form>
        </Dialog>
      )}
    </>
  )
}

interface DeleteSetProps {
  set: NamedSet
  /** The number of its entries; undefined until it is known. */
  entries: number | undefined
  /** The number of social accounts that post its entries. */
  accounts: number
}

function DeleteSet({ set, entries, accounts }: DeleteSetProps) {
  const { id: account } = useAccount()
  const remove = useChange(SOCIAL, () => act(account, 'set delete', { id: set.id }))
  return (
    <div>
      <Confirm
        verb="Delete"
        label={`Delete set: ${set.name}`}
        question={`Delete the set “${set.name}”?`}
        onConfirm={() => remove.mutate()}
      >
        Its feed, its schedule and the rules that file drafts under it are deleted. {entriesKept(entries)}{' '}
        {accountsKept(accounts)}
      </Confirm>
      <Problem error={remove.error} />
    </div>
  )
}

function entriesKept(entries: number | undefined): string {
  if (entries === 0) return ''
  if (entries === 1) return 'Its entry stays, without a set; if it is queued, it becomes a draft again.'
  return `Its ${entries ?? ''} entries stay, without a set; queued ones become drafts again.`
}

function accountsKept(accounts: number): string {
  if (accounts === 0) return ''
  const whose = accounts === 1 ? 'Its social account then posts' : `Its ${accounts} social accounts then post`
  return `${whose} entries that are in no set.`
}
