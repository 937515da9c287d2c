import { type Act, useChange } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { DialogButton } from '../parts/overlay/dialog-button.tsx'
import { Section } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { counted } from '../text.ts'
import { NetworkMark } from './networks.tsx'
import { type NamedSet, type SocialAccount, setSizesQuery, socialQuery } from './queries.ts'

/** The sets: the entries in each, and the social accounts that post them. */
export function Sets() {
  const { may } = useAccount()
  const { data } = useAccountQuery(socialQuery)
  if (!data) return null
  const { accounts, sets } = data
  return (
    <Section
      title="Sets"
      lead="A set posts to accounts of its own and has its own feed, such as for one product or one language. File an entry under it to post it there."
      action={
        may('owner') && (
          <DialogButton verb="Add" label="Add a set">
            {close => <SetName send={(act, name) => act('set create', { name })} close={close} />}
          </DialogButton>
        )
      }
    >
      {sets.length === 0 && <p className="text-quiet">There are no sets yet. All entries go the same way.</p>}
      <Rows>
        {sets.map(set => (
          <SetRow key={set.id} set={set} accounts={accounts.filter(({ setId }) => setId === set.id)} />
        ))}
      </Rows>
    </Section>
  )
}

function SetRow({ set, accounts }: { set: NamedSet; accounts: readonly SocialAccount[] }) {
  const { may } = useAccount()
  const { data } = useAccountQuery(setSizesQuery)
  const size = data?.sets.find(one => one.id === set.id)
  return (
    <Row
      title={set.name}
      meta={
        <span className="flex flex-wrap gap-x-3">
          {size && `${counted(size.entries, 'entry', 'entries')} · ${size.published} published`}
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
            <DialogButton verb="Edit" label={`Edit set: ${set.name}`} title={`Rename the set “${set.name}”`}>
              {close => (
                <SetName
                  name={set.name}
                  send={(act, name) => act('set rename', { id: set.id, name })}
                  close={close}
                />
              )}
            </DialogButton>
            <ChangeButton
              verb="Delete"
              label={`Delete set: ${set.name}`}
              send={act => act('set delete', { id: set.id })}
              question={`Delete the set “${set.name}”?`}
            >
              Its feed, its schedule and the rules that file drafts under it are deleted.{' '}
              {entriesKept(size?.entries)} {accountsKept(accounts.length)}
            </ChangeButton>
          </>
        )
      }
    />
  )
}

interface SetNameProps {
  /** The name that it has; empty for a new set. */
  name?: string
  send: (act: Act, name: string) => Promise<unknown>
  close: () => void
}

/** Asks for the name of a set. */
function SetName({ name = '', send, close }: SetNameProps) {
  const { values, bind } = useFields({ name })
  const save = useChange(act => send(act, values.name), close)
  return (
    <Form verb={name === '' ? 'Add' : 'Save'} change={save}>
      <Field label="Name" placeholder="Mobile" required maxLength={80} {...bind('name')} />
    </Form>
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
