import { useState } from 'react'
import { useChange } from '../api/use-change.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount, usePageNavigate } from '../frame/use-account.ts'
import { MoreActions } from '../inbox/action-bar.tsx'
import { Button } from '../parts/button.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import type { Post } from './queries.ts'

type Action = 'edit' | 'send' | 'hold' | 'retry' | 'cancel' | 'withdraw' | 'check' | 'found' | 'absent'

const VERBS: Record<Action, string> = {
  edit: 'Edit',
  send: 'Post',
  hold: 'Pause',
  retry: 'Try again',
  cancel: 'Cancel',
  withdraw: 'Delete',
  check: 'Check',
  found: 'Mark as posted',
  absent: 'Mark as not posted',
}

/** The message about a post after each action. */
const DONE: Record<Exclude<Action, 'edit'>, string> = {
  send: 'On its way',
  hold: 'Held back',
  retry: 'Tried again now',
  cancel: 'Will not be posted',
  withdraw: 'Being removed',
  check: 'Checked again',
  found: 'Recorded as posted',
  absent: 'Recorded as not posted',
}

/** The actions of a publisher on the post in its state, the main one first. What failed would mostly fail again unless it is changed. */
function actionsOf({ post: { state, held, withdrawal }, isInRow, cannotSend }: Props): readonly Action[] {
  if (state === 'planned') {
    if (held === null) return ['send', 'hold']
    return held === 'reconnect' ? ['cancel'] : ['send', 'cancel']
  }
  if (state === 'failed')
    return [...(isInRow ? (['edit'] as const) : []), ...(cannotSend ? [] : (['retry'] as const)), 'cancel']
  if (state === 'unknown') return ['check', 'found', 'absent']
  if (state === 'posted' && withdrawal !== 'wanted') return ['withdraw']
  return []
}

interface Props {
  post: Post
  /** Names the post in the names of the buttons, if a list has several. */
  label: string
  /** Whether there is room for one button, so that the other actions are in a menu. */
  isInRow?: boolean
  /** Whether the network would refuse the text as it is. */
  cannotSend?: boolean
}

/** The buttons of a post; none for those who may not use them. */
export function PostActions(props: Props) {
  const { post, label, isInRow = false } = props
  const { may } = useAccount()
  const navigate = usePageNavigate()
  const [isFound, setFound] = useState(false)
  const change = useChange(async (act, action: Exclude<Action, 'found' | 'edit'>) => {
    const { id } = post
    if (action === 'absent') await act('post resolve', { id, absent: true })
    else await act(`post ${action === 'check' ? 'retry' : action}`, { id })
    toasts.show(`${DONE[action]}: ${label}`)
  })
  if (!may('publisher')) return null
  const pick = (action: Action) => {
    if (action === 'found') setFound(true)
    else if (action !== 'edit') change.mutate(action)
    else
      void navigate({
        to: '/$account/entries/$entry',
        params: { entry: post.entryId },
        search: { tab: 'posts' },
      })
  }
  const actions = actionsOf(props)
  const buttons = isInRow ? actions.slice(0, 1) : actions
  const rest = actions.slice(buttons.length)
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {buttons.map(action => (
        <Button
          key={action}
          aria-label={`${VERBS[action]}: ${label}`}
          busy={change.isPending && change.variables === action}
          onClick={() => pick(action)}
        >
          {VERBS[action]}
        </Button>
      ))}
      {rest.length > 0 && (
        <MoreActions
          of={label}
          className="-mr-2"
          items={rest.map(action => ({ label: VERBS[action], onPick: () => pick(action) }))}
        />
      )}
      <Problem error={change.error} />
      {isFound && (
        <Dialog title="It was posted" onClose={() => setFound(false)}>
          <AddressForm post={post} label={label} onClose={() => setFound(false)} />
        </Dialog>
      )}
    </div>
  )
}

/** Asks for the address of a post that a person found on the network. */
function AddressForm({ post, label, onClose }: Omit<Props, 'isInRow'> & { onClose: () => void }) {
  const { values, bind } = useFields({ posted: '' })
  const settle = useChange(
    act => act('post resolve', { id: post.id, ...values }),
    () => {
      toasts.show(`${DONE.found}: ${label}`)
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
