import { Row } from '../parts/row.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { Out } from '../parts/text/out.tsx'
import { Time } from '../parts/text/time.tsx'
import { NETWORKS } from './faces.tsx'
import { NetworkMark } from './networks.tsx'
import { PostActions } from './post-actions.tsx'
import { causeOf, PostState, reasonOf } from './post-state.tsx'
import type { ListedPost } from './queries.ts'

interface Props {
  post: ListedPost
  /** Whether to show the social account instead of the state. */
  isAccountShown?: boolean
}

/** A post of an entry, with the actions on it while it waits for a person. */
export function PostRow({ post, isAccountShown = false }: Props) {
  const { account: on, reference, attemptedAt, entryTitle, state } = post
  const isWaiting = causeOf(post) !== null
  const reason = isAccountShown ? post.held === null && post.reason : reasonOf(post)
  const href = reference?.url || on?.url
  return (
    <Row
      title={<Headline title={entryTitle ?? ''} />}
      link={{
        to: '/$account/entries/$entry',
        params: { entry: post.entryId },
        search: { tab: 'posts' },
      }}
      meta={
        <>
          {!isAccountShown && <PostState post={post} />}
          {isAccountShown && on && (
            <span className="inline-flex items-center gap-1.5">
              <NetworkMark name={on.network} />
              {on.handle}
            </span>
          )}
          {reason && ` · ${reason}`}
          {attemptedAt !== null && (
            <>
              {isWaiting ? ' · tried ' : ' · '}
              <Time at={attemptedAt} />
            </>
          )}
          {on && href && (attemptedAt !== null || state === 'posted') && (
            <>
              {' · '}
              <Out href={href} className="relative rounded-md underline">
                View on {NETWORKS[on.network].title}
                <span className="sr-only">: {entryTitle}</span>
              </Out>
            </>
          )}
        </>
      }
      hangs={!isAccountShown}
      isArrowless
      action={isWaiting && <PostActions post={post} label={entryTitle ?? ''} isInRow />}
    />
  )
}
