import { useState } from 'react'
import { act } from '../api/client.ts'
import { SOCIAL, useChange } from '../api/use-change.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
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
  const move = useChange(SOCIAL, async (action: Action) => {
    await act(account, `post ${action}`, { id: post.id })
    toasts.show(`${post.state === 'unknown' ? 'Checked again' : DONE[action]}: ${label}`)
  })
  if (!may('publisher')) return null
  const actions = actionsOf(post)
  return (
    <div className="grid gap-2 empty:hidden">
      <div className="flex flex-wrap gap-2 empty:hidden">
        {actions.map((action, at) => (
          <Button
            key={action}
            variant={at === 0 && action !== 'cancel' ? 'secondary' : 'tertiary'}
            aria-label={`${VERBS[action]}: ${label}`}
            busy={move.isPending}
            onClick={() => move.mutate(action)}
          >
            {VERBS[action]}
          </Button>
        ))}
        {post.state === 'unknown' && (
          <Settle post={post} label={label} onLookUp={() => move.mutate('retry')} />
        )}
      </div>
      <Problem error={move.error} />
    </div>
  )
}

/** Asks a person who looked at the network whether an unknown post is there. */
function Settle({ post, label, onLookUp }: Props & { onLookUp: () => void }) {
  const { id: account } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const { values, bind } = useFields({ url: '' })
  const settle = useChange(
    SOCIAL,
    async (url: string | null) => {
      await act(account, 'post resolve', {
        id: post.id,
        ...(url === null ? { absent: true } : { posted: url }),
      })
      toasts.show(`Recorded as ${url === null ? 'not ' : ''}posted: ${label}`)
    },
    () => setOpen(false),
  )
  return (
    <>
      <Button aria-label={`Posted: ${label}`} onClick={() => setOpen(true)}>
        Posted
      </Button>
      <Button aria-label={`Not posted: ${label}`} busy={settle.isPending} onClick={() => settle.mutate(null)}>
        Not posted
      </Button>
      <Button variant="tertiary" aria-label={`Check: ${label}`} onClick={onLookUp}>
        Check
      </Button>
      {!isOpen && <Problem error={settle.error} />}
      {isOpen && (
        <Dialog title="It was posted" onClose={() => setOpen(false)}>
          <Form verb="Save" onSend={() => settle.mutate(values.url)} change={settle}>
            <Field
              label="Address of the post"
              hint="Open the post on its network and copy its address."
              type="url"
              placeholder="https://"
              required
              {...bind('url')}
            />
          </Form>
        </Dialog>
      )}
    </>
  )
}
