import { useMutation } from '@tanstack/react-query'
import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { type EntryDetail, queueQuery } from '../api/entry-queries.ts'
import { freeTimes, isStopped, takesOf } from '../calendar/lanes.ts'
import { type Decision, OFFERS, type Offer } from '../decisions/decision.ts'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { askToWithdraw } from '../decisions/withdraw.tsx'
import { toasts } from '../frame/toasts.tsx'
import { useAccount, useAccountQuery, usePageNavigate } from '../frame/use-account.ts'
import { ActionToolbar, MoreActions } from '../inbox/action-bar.tsx'
import { ApproveButton } from '../inbox/approve-button.tsx'
import { Button, buttonClass } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import type { MenuItem } from '../parts/overlay/menu-popup.tsx'
import { Out } from '../parts/text/out.tsx'
import { stopsForWords } from './editor/kept-words.ts'

type Entry = EntryDetail['entry']

/**
 * The transitions from each state; the usual one first. Approving a draft is separate, because it offers
 * several times, and so is withdrawing, because it asks first.
 */
const ACTIONS: Record<Entry['state'], readonly Offer[]> = {
  draft: [OFFERS.internal, OFFERS.dismiss],
  queued: [OFFERS.publish, OFFERS.unqueue],
  published: [],
  withdrawn: [OFFERS.publishAgain],
  dismissed: [OFFERS.restore],
}

interface Props {
  entry: Entry
  /** The address for readers; null if readers cannot see the entry. */
  address: string | null
  /** How many entries were published with the edition. */
  items: number
  /** Whether something is unsaved; nothing else is offered meanwhile. */
  isBusy: boolean
  onDecide: (decision: Decision) => void
  /** A menu item that publishes a draft of the past with the date of its merge. */
  dated: MenuItem | null
}

/** The actions on an entry in its state, at the foot of the page. They have no keys, because the page is for typing. */
export function EntryActions({ entry, address, items, isBusy, onDecide, dated }: Props) {
  const { may } = useAccount()
  const { data: queue } = useAccountQuery(queueQuery)
  const isEdition = entry.origin === 'edition'
  const isDraft = entry.state === 'draft'
  const actions = ACTIONS[entry.state].filter(({ least }) => may(least) && !(isEdition && isDraft))
  const isOffered = isDraft && may('publisher')
  const mayWithdraw = entry.state === 'published' && may('publisher')
  const mayUngroup = isGroup(entry) && may('writer')
  const ungroup = useUngroup(entry)
  const others = [
    ...actions
      .slice(isDraft ? 0 : 1)
      .map(({ label, decision }) => ({ label, onPick: () => onDecide(decision) })),
    ...(mayUngroup ? [ungroup] : []),
  ]
  if (actions.length === 0 && !isOffered && !address && !mayWithdraw && !mayUngroup) return null
  return (
    <div data-takes-bottom className="contents">
      <ActionToolbar label="Actions">
        {isOffered && (
          <ApproveButton
            key={entry.id}
            subject={`“${entry.title}”`}
            nextTime={queue && (freeTimes(queue, entry.setId, takesOf(entry))[0] ?? null)}
            isPaused={isStopped(queue, entry.setId)}
            variant="primary"
            disabled={isBusy}
            others={dated ? [dated] : []}
            onApprove={() => onDecide({ action: 'entry queue' })}
            onPublish={() => onDecide(OFFERS.publish.decision)}
          />
        )}
        {address && (
          <Out href={address} className={`${buttonClass('secondary')} max-sm:flex-1`}>
            View on the page <Icon name="open" className="size-3.5" />
          </Out>
        )}
        {(mayUngroup ? [] : actions).map(({ label, decision }, at) => (
          <DecisionButton
            key={label}
            decision={decision}
            subject={`“${entry.title}”`}
            variant={at === 0 && !isDraft ? 'primary' : 'ghost'}
            className={at === 0 && !isDraft ? 'max-sm:flex-1' : 'max-sm:hidden'}
            disabled={isBusy}
            onClick={() => onDecide(decision)}
          >
            {label}
          </DecisionButton>
        ))}
        {mayWithdraw && (
          <Button disabled={isBusy} onClick={() => void askToWithdraw(entry, items, onDecide)}>
            Withdraw
          </Button>
        )}
        {others.length > 0 && !isBusy && (
          <MoreActions className={mayUngroup ? '' : 'sm:hidden'} items={others} />
        )}
      </ActionToolbar>
    </div>
  )
}

/** Only a draft can be ungrouped. */
const isGroup = ({ state, origin }: Entry): boolean => state === 'draft' && origin === 'group'

/** A menu item that makes separate drafts again of what a group was made from. */
function useUngroup(entry: EntryDetail['entry']): MenuItem {
  const { id: account } = useAccount()
  const navigate = usePageNavigate()
  const ungroup = useMutation({
    mutationFn: () => act(account, 'entry ungroup', { id: entry.id, seen: entry.version }),
    onSuccess({ entries }) {
      toasts.show(`Ungrouped into ${entries.length} drafts.`)
      entriesChanged(account)
      return navigate({ to: '/$account/review' })
    },
    onError: toasts.failed,
  })
  return { label: 'Ungroup', onPick: () => stopsForWords([entry]) || ungroup.mutate() }
}
