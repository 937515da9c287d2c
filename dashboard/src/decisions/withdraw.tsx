import { useAccountQuery } from '../frame/use-account.ts'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { ask } from '../parts/overlay/confirm.tsx'
import { NETWORKS } from '../social/faces.tsx'
import { entryPostsQuery, type Post } from '../social/queries.ts'
import type { Decision } from './decision.ts'

/** Asks before a published entry is withdrawn, because removed posts cannot come back. `items` are the entries of an edition. */
export async function askToWithdraw(
  entry: { id: string; title: string },
  items: number,
  onConfirm: (decision: Decision) => void,
): Promise<void> {
  let keepEntries = false as boolean
  const isWanted = await ask({
    title: `Withdraw “${entry.title}”?`,
    verb: 'Withdraw',
    variant: 'danger',
    subject: items > 0 && (
      <Checkbox
        label="Keep its entries published, each by itself"
        onChange={isKept => {
          keepEntries = isKept
        }}
      />
    ),
    text: (
      <>
        {items > 0
          ? `Its ${items === 1 ? 'entry leaves' : `${items} entries leave`} the feeds and the page with it`
          : 'It leaves the feeds and the page'}{' '}
        at once; readers who fetched them may see it for another five minutes.{' '}
        <Consequences entry={entry.id} />
      </>
    ),
  })
  if (isWanted) onConfirm({ action: 'entry withdraw', ...(keepEntries && { keepEntries }) })
}

/** What withdrawing does to the entry's posts. */
function Consequences({ entry }: { entry: string }) {
  const { data } = useAccountQuery(account => entryPostsQuery(account, entry))
  if (!data)
    return 'Posts about it are deleted where the network allows it. You can publish it again with its old date, but a deleted post does not come back.'
  const names = new Map(data.texts.map(text => [text.account.id, NETWORKS[text.account.network].title]))
  const namesOf = (...states: Post['state'][]) => {
    const those = data.posts.filter(({ state }) => states.includes(state))
    return [...new Set(those.map(post => names.get(post.socialAccountId) ?? 'a disconnected account'))]
  }
  const out = namesOf('posted', 'attempting', 'unknown')
  const planned = namesOf('planned')
  return (
    <>
      {out.length > 0 && `What was posted on ${listOf(out)} is deleted where the network allows it. `}
      {planned.length > 0 && `What is planned for ${listOf(planned)} is cancelled. `}
      You can publish it again with its old date
      {out.length > 0 && ', but a deleted post does not come back'}.
    </>
  )
}

const listOf = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)
