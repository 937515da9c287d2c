import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../frame/use-account.ts'
import { Button, type ButtonVariant } from '../parts/button.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Question } from '../parts/overlay/confirm.tsx'
import { NETWORKS } from '../social/faces.tsx'
import { entryPostsQuery, type Post } from '../social/queries.ts'
import type { Decision } from './decision.ts'

interface QuestionProps {
  entry: { id: string; title: string }
  /** How many entries are withdrawn with an edition. */
  items?: number
  /** Called with null if the person keeps it. */
  onAnswer: (decision: Decision | null) => void
}

interface Props extends Omit<QuestionProps, 'onAnswer'> {
  variant?: ButtonVariant
  disabled?: boolean
  onConfirm: (decision: Decision) => void
}

/** A button that withdraws a published entry. */
export function Withdraw({ entry, items, onConfirm, variant = 'tertiary', disabled }: Props) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button variant={variant} disabled={disabled} onClick={() => setAsked(true)}>
        Withdraw
      </Button>
      {isAsked && (
        <WithdrawQuestion
          {...{ entry, items }}
          onAnswer={decision => {
            setAsked(false)
            if (decision) onConfirm(decision)
          }}
        />
      )}
    </>
  )
}

/** Asks before a published entry is withdrawn, because removed posts cannot come back. */
export function WithdrawQuestion({ entry, items = 0, onAnswer }: QuestionProps) {
  const [keeps, setKeeps] = useState(false)
  return (
    <Question
      title={`Withdraw “${entry.title}”?`}
      verb="Withdraw"
      variant="danger"
      subject={
        items > 0 && (
          <Checkbox label="Keep its entries published, each by itself" checked={keeps} onChange={setKeeps} />
        )
      }
      onAnswer={isWanted =>
        onAnswer(isWanted ? { action: 'entry withdraw', ...(keeps && { keepEntries: true }) } : null)
      }
    >
      {items > 0
        ? `Its ${items === 1 ? 'entry leaves' : `${items} entries leave`} the feeds and the page with it`
        : 'It leaves the feeds and the page'}{' '}
      at once; readers who fetched them may see it for another five minutes. <Consequences entry={entry.id} />
    </Question>
  )
}

/** What withdrawing does to the entry's posts. */
function Consequences({ entry }: { entry: string }) {
  const { id: account } = useAccount()
  const { data } = useQuery(entryPostsQuery(account, entry))
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
