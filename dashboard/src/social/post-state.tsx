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

/** Why posts wait for a person, most urgent first, and what the person can do. */
export const CAUSES = {
  unknown: {
    title: 'Outcome unknown',
    advice:
      'An answer was lost, so the network may have them. Look there and say what you found. Tidings looks too, and sends nothing meanwhile.',
  },
  failed: {
    title: 'Failed',
    advice: 'The network did not take them. Try again once the cause is mended, or give up.',
  },
  refused: {
    title: 'Still on the network',
    advice: 'Their entries were withdrawn, but the posts could not be removed.',
  },
  budget: {
    title: 'Over budget',
    advice: 'They cost more than what is left of the budget of this month.',
  },
  late: { title: 'Late', advice: 'Their time passed too long ago. Send them if they are still news.' },
  'by hand': { title: 'Held', advice: 'Somebody held them back. Send them, or give up.' },
  reconnect: {
    title: 'Waiting for their account',
    advice: 'They go out once their social account is reconnected.',
  },
} as const

export type Cause = keyof typeof CAUSES

/** Why the post waits for a person; null when it does not. */
export function causeOf({ state, held, withdrawal }: Post): Cause | null {
  if (state === 'failed' || state === 'unknown') return state
  if (state === 'posted' && withdrawal === 'refused') return 'refused'
  return state === 'planned' ? held : null
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
