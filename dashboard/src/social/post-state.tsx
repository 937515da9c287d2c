import type { ReactNode } from 'react'
import { type IconName, StateIcon } from '../parts/icon.tsx'
import { Time, useNow } from '../parts/text/time.tsx'
import type { Post } from './queries.ts'

interface StateView {
  icon: IconName
  color: string
  label: (post: Post, now: number) => ReactNode
}

/** The name of each state, and its icon. */
const STATES: Record<Post['state'], StateView> = {
  planned: {
    icon: 'queue',
    color: 'text-kind-blue',
    label: ({ dueAt }, now) =>
      dueAt > now ? (
        <>
          Goes out <Time at={dueAt} />
        </>
      ) : (
        'Goes out now'
      ),
  },
  attempting: { icon: 'queue', color: 'text-kind-blue', label: () => 'Being sent' },
  posted: {
    icon: 'check',
    color: 'text-kind-green',
    label: ({ settledAt }) => <>Posted {settledAt !== null && <Time at={settledAt} />}</>,
  },
  failed: { icon: 'close', color: 'text-danger', label: () => 'Failed' },
  unknown: { icon: 'alert', color: 'text-kind-amber', label: () => 'Not confirmed' },
  withdrawn: {
    icon: 'back',
    color: 'text-quiet',
    label: ({ settledAt }) => <>Removed {settledAt !== null && <Time at={settledAt} />}</>,
  },
  cancelled: { icon: 'close', color: 'text-quiet', label: () => 'Not posted' },
}

interface CauseView {
  title: string
  why: string
  /** What people can do who may act. */
  advice?: string
}

/** Why posts wait for a person, the most urgent first. */
export const CAUSES: Record<'unknown' | 'failed' | 'refused' | NonNullable<Post['held']>, CauseView> = {
  failed: {
    title: 'Failed',
    why: 'These posts are not on their network.',
    advice: 'Open the post to edit it or fix the problem, then try again.',
  },
  unknown: {
    title: 'Not confirmed',
    why: 'The network did not confirm these posts, so they may or may not be there. Tidings will not send them again until you check.',
    advice: 'Check on the network, then say what you found.',
  },
  refused: {
    title: 'Still on the network',
    why: 'Their entries are not published any more, but the posts could not be removed.',
  },
  budget: { title: 'Over budget', why: "They cost more than what is left of this month's budget." },
  late: {
    title: 'Late',
    why: 'Their time passed too long ago.',
    advice: 'Send them if they are still news.',
  },
  'by hand': { title: 'Held', why: 'Somebody held them back.' },
  reconnect: {
    title: 'Waiting for an account',
    why: 'They go out once an owner reconnects their social account.',
  },
}

export type Cause = keyof typeof CAUSES

/** Why the post waits for a person; null when it does not. */
export function causeOf({ state, held, withdrawal }: Post): Cause | null {
  if (state === 'failed' || state === 'unknown') return state
  if (state === 'posted' && withdrawal === 'refused') return 'refused'
  return state === 'planned' ? held : null
}

const HOLDS: Record<NonNullable<Post['held']>, string> = {
  'by hand': 'It goes out once somebody posts it.',
  reconnect: 'It goes out once an owner reconnects the social account.',
  late: 'Its time passed too long ago. Send it if it is still news.',
  budget: "It costs more than what is left of this month's budget.",
}

/** The state of a post: its icon and its word. */
export function PostState({ post }: { post: Post }) {
  const { icon, color, label } = STATES[post.state]
  const now = useNow()
  const isWithdrawing = post.state === 'posted' && post.withdrawal === 'wanted'
  return (
    <span className="whitespace-nowrap">
      <StateIcon name={post.held ? 'pause' : icon} color={post.held ? 'text-kind-amber' : color} />
      {post.held ? 'Held' : isWithdrawing ? 'Being removed' : label(post, now)}
    </span>
  )
}

/** Why a post is in its state; null if the state says everything. */
export function reasonOf({ state, held, reason, withdrawal }: Post): string | null {
  if (held !== null) return HOLDS[held]
  if (state === 'unknown')
    return `${reason ?? 'The network did not confirm the post.'} It may or may not be there. Tidings will not send it again until you check.`
  if (state === 'posted' && withdrawal === 'refused')
    return `Its entry is not published any more, but the post is still there. ${reason ?? ''}`
  return reason
}
