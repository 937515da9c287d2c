import { useState } from 'react'
import type { EntryDetail } from '../api/entry-queries.ts'
import { PageLink, useAccountQuery } from '../frame/use-account.ts'
import { Tabs } from '../parts/tabs.tsx'
import { NETWORKS } from '../social/faces.tsx'
import { NetworkMark } from '../social/networks.tsx'
import { type EntryText, entryPostsQuery, type Post, socialQuery } from '../social/queries.ts'
import { AccountPost } from './posts-account.tsx'

type Entry = EntryDetail['entry']

/** The posts of the entry, with a tab for each social account that it is posted to. */
export function Posts({ entry }: { entry: Entry }) {
  const { data } = useAccountQuery(account => entryPostsQuery(account, entry.id))
  const [chosen, setChosen] = useState<string | null>(null)
  if (!data) return null
  const current = data.texts.find(({ account: { id } }) => id === chosen) ?? data.texts[0]
  return (
    <section aria-label="Posts" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {current ? (
        <>
          {data.texts.length > 1 && <AccountTabs texts={data.texts} current={current} onPick={setChosen} />}
          <AccountPost
            key={current.account.id}
            entry={entry}
            text={current}
            post={currentPost(data.posts, current)}
          />
        </>
      ) : (
        <NoAccount />
      )}
    </section>
  )
}

/** The post that is on the network or on its way there, otherwise the last one. */
function currentPost(posts: readonly Post[], { account }: EntryText): Post | null {
  const own = posts.filter(({ socialAccountId }) => socialAccountId === account.id)
  return own.findLast(({ state }) => state !== 'cancelled' && state !== 'withdrawn') ?? own.at(-1) ?? null
}

interface TabsProps {
  texts: readonly EntryText[]
  current: EntryText
  onPick: (id: string) => void
}

function AccountTabs({ texts, current, onPick }: TabsProps) {
  const isOnly = ({ network }: EntryText['account']) =>
    texts.filter(text => text.account.network === network).length === 1
  return (
    <Tabs
      label="Which social account"
      value={current.account.id}
      options={texts.map(({ account }) => ({
        value: account.id,
        label: (
          <>
            <NetworkMark name={account.network} isWordShown />
            {!isOnly(account) && account.profile.handle}
          </>
        ),
      }))}
      onPick={onPick}
    />
  )
}

/** Says why the entry is not posted anywhere. */
function NoAccount() {
  const { data } = useAccountQuery(socialQuery)
  if (!data) return null
  const names = [...new Set(data.accounts.map(({ network }) => NETWORKS[network].title))]
  return (
    <p className="text-quiet text-pretty">
      {names.length === 0
        ? 'No social account is connected.'
        : `Nothing is posted of this entry: its set has no social account. ${names.join(', ')} belong to other sets.`}{' '}
      <PageLink to="/$account/channels" className="rounded-md text-accent underline">
        Social accounts
      </PageLink>
    </p>
  )
}
