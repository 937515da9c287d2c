import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Section } from '../parts/section.tsx'
import { AccountCard } from './account-card.tsx'
import { type SocialAccount, setSizesQuery, useSocialChange } from './queries.ts'

const route = api.accounts[':account'].sets

export interface NamedSet {
  id: string
  name: string
}

interface Props {
  accounts: readonly SocialAccount[]
  sets: readonly NamedSet[]
}

/** The social accounts of each set, and those of entries in no set. */
export function Sets({ accounts, sets }: Props) {
  const inNone = accounts.filter(({ setId }) => setId === null)
  return (
    <>
      {(inNone.length > 0 || sets.length === 0) && (
        <Section
          title={sets.length === 0 ? 'Accounts' : 'No set'}
          lead={sets.length === 0 ? undefined : 'Entries in no set are posted here.'}
        >
          <Accounts accounts={inNone} sets={sets} />
        </Section>
      )}
      {sets.map(set => (
        <SetSection
          key={set.id}
          set={set}
          sets={sets}
          accounts={accounts.filter(one => one.setId === set.id)}
        />
      ))}
    </>
  )
}

function Accounts({ accounts, sets }: Props) {
  if (accounts.length === 0)
    return (
      <p className="text-quiet text-pretty">
        No social account is connected here yet. Entries are posted to connected accounts after they are
        published.
      </p>
    )
  return (
    <ul className="grid gap-4">
      {accounts.map(account => (
        <AccountCard key={account.id} account={account} sets={sets} />
      ))}
    </ul>
  )
}

function SetSection({ set, sets, accounts }: Props & { set: NamedSet }) {
  const { id: account, may } = useAccount()
  const { data } = useQuery(setSizesQuery(account))
  const size = data?.sets.find(one => one.id === set.id)
  return (
    <Section
      title={set.name}
      lead={size && `${countOf(size.entries, 'entry', 'entries')} in this set, ${size.published} published.`}
    >
      <Accounts accounts={accounts} sets={sets} />
      {may('owner') && (
        <div className="-ml-4 flex flex-wrap items-start">
          <RenameSet set={set} />
          <DeleteSet set={set} />
        </div>
      )}
    </Section>
  )
}

const countOf = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`

function RenameSet({ set }: { set: NamedSet }) {
  const { id: account } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const { values, bind } = useFields({ name: set.name })
  const rename = useSocialChange(
    () => call(route[':set'].$patch({ param: { account, set: set.id }, json: values })),
    () => setOpen(false),
  )
  return (
    <>
      <Button variant="ghost" aria-label={`Rename set: ${set.name}`} onClick={() => setOpen(true)}>
        Rename set
      </Button>
      {isOpen && (
        <Dialog title={`Rename ${set.name}`} onClose={() => setOpen(false)}>
          <Form
            verb="Rename"
            onSend={() => rename.mutate(undefined)}
            busy={rename.isPending}
            error={rename.error}
          >
            <Field label="Name" required maxLength={80} {...bind('name')} />
          </Form>
        </Dialog>
      )}
    </>
  )
}

function DeleteSet({ set }: { set: NamedSet }) {
  const { id: account } = useAccount()
  const remove = useSocialChange(() => call(route[':set'].$delete({ param: { account, set: set.id } })))
  return (
    <div>
      <Confirm
        verb="Delete set"
        label={`Delete set: ${set.name}`}
        question={`Delete ${set.name}?`}
        onConfirm={() => remove.mutate(undefined)}
      >
        Its entries stay, in no set; queued ones become drafts again. Its social accounts move to no set. Its
        feed, its slots and the rules that file drafts under it are deleted.
      </Confirm>
      <Problem error={remove.error} />
    </div>
  )
}

/** Creates a set, which has a feed of its own. */
export function NewSet() {
  const { id: account } = useAccount()
  const { values, bind, reset } = useFields({ name: '' })
  const create = useSocialChange(() => call(route.$post({ param: { account }, json: values })), reset)
  return (
    <Section
      title="New set"
      lead="A set posts to accounts of its own and has its own feed, such as for one product or one language. File an entry under it to post it there."
    >
      <Form
        verb="Create set"
        variant="secondary"
        onSend={() => create.mutate(undefined)}
        busy={create.isPending}
        error={create.error}
        columns="max-w-[440px] sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <Field label="Name of the set" placeholder="Mobile" required maxLength={80} {...bind('name')} />
      </Form>
    </Section>
  )
}
