import type { ReactNode } from 'react'
import { Time } from '../parts/time.tsx'
import type { Post } from './queries.ts'

interface StateView {
  color: string
  label: (post: Post) => ReactNode
}

/** What each state is called, and the colour of its dot. */
const STATES: Record<Post['state'], StateView> = {
  planned: {
    color: 'bg-kind-blue',
    label: ({ dueAt }) =>
      dueAt > Date.now() ? (
        <>
          Goes out <Time at={dueAt} />
        </>
      ) : (
        'Goes out now'
      ),
  },
  attempting: { color: 'bg-kind-blue', label: () => 'Being sent' },
  posted: {
    color: 'bg-kind-green',
    label: ({ settledAt }) => <>Posted {settledAt !== null && <Time at={settledAt} />}</>,
  },
  failed: { color: 'bg-danger', label: () => 'Failed' },
  unknown: { color: 'bg-kind-amber', label: () => 'Outcome unknown' },
  withdrawn: {
    color: 'bg-edge',
    label: ({ settledAt }) => <>Removed {settledAt !== null && <Time at={settledAt} />}</>,
  },
  cancelled: { color: 'bg-edge', label: () => 'Not posted' },
}

const HOLDS: Record<NonNullable<Post['held']>, string> = {
  'by hand': 'Somebody held it back.',
  reconnect: 'It goes out once the social account is reconnected.',
  late: 'Its time passed too long ago. Send it if it is still news.',
  budget: 'It costs more than what is left of the budget of this month.',
}

/** The state of a post: a dot and its word. */
export function PostState({ post }: { post: Post }) {
  const { color, label } = STATES[post.state]
  const isWithdrawing = post.state === 'posted' && post.withdrawal === 'wanted'
  return (
    <span className="whitespace-nowrap">
      <span
        aria-hidden="true"
        className={`mr-1.5 inline-block size-2 rounded-full ${post.held ? 'bg-kind-amber' : color}`}
      />
      {post.held ? 'Held' : isWithdrawing ? 'Being removed' : label(post)}
    </span>
  )
}

/** Why a post is where it is; null where the state says it all. */
export function reasonOf({ state, held, reason, withdrawal }: Post): string | null {
  if (held !== null) return HOLDS[held]
  if (state === 'unknown')
    return `${reason ?? 'An answer was lost.'} The network may have the post. Tidings looks it up and sends nothing meanwhile.`
  if (state === 'posted' && withdrawal === 'refused')
    return `Its entry was withdrawn, but the post is still there. ${reason ?? ''}`
  return reason
}
