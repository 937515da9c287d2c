import { act } from '../api/client.ts'
import { SOCIAL, useChange } from '../api/use-change.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import type { ButtonVariant } from '../parts/button.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { DialogButton } from '../parts/overlay/dialog-button.tsx'
import type { Post } from './queries.ts'

type Action = 'send' | 'hold' | 'retry' | 'cancel' | 'withdraw'

const VERBS: Record<Action, string> = {
  send: 'Post',
  hold: 'Pause',
  retry: 'Try again',
  cancel: 'Cancel',
  withdraw: 'Delete',
}

/** The message about a post after each action. */
const DONE: Record<Action, string> = {
  send: 'On its way',
  hold: 'Held back',
  retry: 'Tried again now',
  cancel: 'Will not be posted',
  withdraw: 'Being removed',
}

/** The actions of a publisher on the post in its state. */
function actionsOf({ state, held, withdrawal }: Post): readonly Action[] {
  if (state === 'planned') {
    if (held === null) return ['send', 'hold']
    return held === 'reconnect' ? ['cancel'] : ['send', 'cancel']
  }
  if (state === 'failed') return ['retry', 'cancel']
  if (state === 'posted' && withdrawal !== 'wanted') return ['withdraw']
  return []
}

interface Props {
  post: Post
  /** Names the post in the names of the buttons, if a list has several. */
  label: string
}

/** The buttons of a post; none for those who may not use them. */
export function PostActions({ post, label }: Props) {
  const { id: account, may } = useAccount()
  if (!may('publisher')) return null
  const buttonOf = (action: Action, verb: string, done: string, variant: ButtonVariant = 'tertiary') => (
    <ChangeButton
      key={action}
      {...{ verb, variant }}
      label={`${verb}: ${label}`}
      keys={SOCIAL}
      send={() => act(account, `post ${action}`, { id: post.id })}
      onSuccess={() => toasts.show(`${done}: ${label}`)}
    />
  )
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {actionsOf(post).map((action, at) =>
        buttonOf(
          action,
          VERBS[action],
          DONE[action],
          at === 0 && action !== 'cancel' ? 'secondary' : 'tertiary',
        ),
      )}
      {post.state === 'unknown' && (
        <>
          <DialogButton verb="Posted" label={`Posted: ${label}`} title="It was posted">
            {close => <AddressForm post={post} label={label} onClose={close} />}
          </DialogButton>
          <ChangeButton
            verb="Not posted"
            label={`Not posted: ${label}`}
            variant="secondary"
            keys={SOCIAL}
            send={() => act(account, 'post resolve', { id: post.id, absent: true })}
            onSuccess={() => toasts.show(`Recorded as not posted: ${label}`)}
          />
          {buttonOf('retry', 'Check', 'Checked again')}
        </>
      )}
    </div>
  )
}

/** Asks for the address of a post that a person found on the network. */
function AddressForm({ post, label, onClose }: Props & { onClose: () => void }) {
  const { id: account } = useAccount()
  const { values, bind } = useFields({ posted: '' })
  const settle = useChange(
    SOCIAL,
    () => act(account, 'post resolve', { id: post.id, ...values }),
    () => {
      toasts.show(`Recorded as posted: ${label}`)
      onClose()
    },
  )
  return (
    <Form verb="Save" change={settle}>
      <Field
        label="Address of the post"
        hint="Open the post on its network and copy its address."
        type="url"
        placeholder="https://"
        required
        {...bind('posted')}
      />
    </Form>
  )
}
