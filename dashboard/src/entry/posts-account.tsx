import { useState } from 'react'
import type { EntryDetail } from '../api/entry-queries.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
import { Done, Problem } from '../parts/notice.tsx'
import { Out } from '../parts/text/out.tsx'
import { useKeptFields } from '../settings/use-kept-fields.ts'
import { NETWORKS } from '../social/faces.tsx'
import { money, useNetwork } from '../social/networks.tsx'
import { PostActions } from '../social/post-actions.tsx'
import { PostState, reasonOf } from '../social/post-state.tsx'
import { type EntryText, entryPostsQuery, type Post } from '../social/queries.ts'
import { TextEditor } from './posts-editor.tsx'
import { PostPreview } from './posts-preview.tsx'

type Entry = EntryDetail['entry']

interface Props {
  entry: Entry
  text: EntryText
  post: Post | null
}

/** The text of the entry for one social account as the network shows it, and the state of its post. */
export function AccountPost({ entry, text, post }: Props) {
  const [isOpen, setOpen] = useState(false)
  const fields = useKeptFields(`post-${entry.id}-${text.account.id}`, { text: text.text })
  const typed = isOpen || fields.isDirty ? fields.values.text : null
  const type = (words: string | null) => {
    setOpen(words !== null)
    if (words === null) fields.discard()
    else fields.set({ text: words })
  }
  const write = useChange(
    (act, words: string | null) =>
      act('post edit', {
        id: entry.id,
        to: text.account.id,
        seen: text.text,
        ...(words === null ? { reset: true } : { text: words }),
      }),
    (_, words) => {
      setOpen(false)
      if (words === null) fields.discard()
      else fields.stored({ text: words })
    },
  )
  const isSettled = post !== null && isThere(post)
  return (
    <>
      <PostPreview entry={entry} text={text} shown={typed ?? (isSettled ? post.text : text.text)} />
      <TextEditor
        text={text}
        typed={typed}
        onType={type}
        isLocked={!useMayEdit(entry, text, post)}
        isPosted={post?.state === 'posted'}
        isBusy={write.isPending}
        onSave={words => write.mutate(words)}
      />
      <Done>{fields.notice(write.isPending)}</Done>
      <Problem error={write.error} />
      {!isSettled && typed === null && <Cheaper text={text} onUse={words => write.mutate(words)} />}
      <Standing entry={entry} text={text} post={post} />
    </>
  )
}

/** Whether the network has the post, or may have it. */
const isThere = ({ state }: Post): boolean => ['attempting', 'unknown', 'posted', 'withdrawn'].includes(state)

/**
 * Whether the person may change the text: anybody who may change the entry, until the post is on the network,
 * and after that only if the network allows changes.
 */
function useMayEdit(entry: Entry, { account }: EntryText, post: Post | null): boolean {
  const { may } = useAccount()
  const canEdit = useNetwork(account.network)?.canEdit === true
  if (entry.state === 'dismissed' || entry.state === 'withdrawn') return false
  if (!may(entry.state === 'draft' ? 'writer' : 'publisher')) return false
  if (post === null || !isThere(post) || post.state === 'withdrawn') return true
  return post.state === 'posted' && canEdit
}

interface CheaperProps {
  text: EntryText
  onUse: (words: string) => void
}

/** Offers the text without its link, if the network charges less for it. */
function Cheaper({ text: { withoutLink }, onUse }: CheaperProps) {
  const { may } = useAccount()
  if (!withoutLink || !may('publisher')) return null
  return (
    <div>
      <Button onClick={() => onUse(withoutLink.text)}>Leave out the link: {money(withoutLink.price)}</Button>
    </div>
  )
}

/** Whether and when the post goes out, and the actions on it. */
function Standing({ entry, text, post }: Props) {
  const { account } = text
  const reason = post && reasonOf(post)
  const isOver = post === null || post.state === 'cancelled' || post.state === 'withdrawn'
  return (
    <div className="grid gap-3 border-t border-line/60 pt-3">
      {post && (
        <p className="flex flex-wrap gap-x-3">
          <PostState post={post} />
          {post.reference?.url && post.state === 'posted' && (
            <Out href={post.reference.url}>Open on {NETWORKS[account.network].title}</Out>
          )}
        </p>
      )}
      {reason && <p className="text-quiet text-pretty wrap-anywhere">{reason}</p>}
      {isOver && entry.state !== 'published' && <Plan entry={entry} text={text} />}
      {isOver && entry.state === 'published' && <PostNow entry={entry} text={text} />}
      {post && (
        <PostActions post={post} label={account.profile.handle} cannotSend={text.check.faults.length > 0} />
      )}
    </div>
  )
}

/** What will happen when the entry is published. */
function Plan({ entry, text: { isAutomatic, account } }: Omit<Props, 'post'>) {
  const { data: posts } = useAccountQuery(account => entryPostsQuery(account, entry.id))
  if (entry.state === 'dismissed' || entry.state === 'withdrawn') return null
  const sentence = isAutomatic
    ? 'Goes out 5 minutes after the entry is published.'
    : `Stays unsent until somebody posts it: ${posts?.isHistory ? 'the change is from imported history' : `${account.profile.handle} does not post it by itself`}.`
  return <p className="text-quiet text-pretty">{sentence}</p>
}

function PostNow({ entry, text: { account, check } }: Omit<Props, 'post'>) {
  const { may } = useAccount()
  if (!may('publisher')) return <p className="text-quiet">It was not posted here.</p>
  return (
    <ChangeButton
      verb={`Post to ${account.profile.handle}`}
      disabled={check.faults.length > 0 || account.state !== 'active'}
      send={act => act('post send', { id: entry.id, to: account.id })}
    />
  )
}
