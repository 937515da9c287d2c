import { useState } from 'react'
import { MOST_PROPOSED } from '#pulls/past.ts'
import { useChange } from '../../api/use-change.ts'
import { useAccount } from '../../frame/use-account.ts'
import { Problem } from '../../parts/notice.tsx'
import { nounsOf } from '../../sources/found.ts'
import { type PastAnswer, PastChoice } from '../../sources/past.tsx'
import { counted } from '../../text.ts'
import type { OwnChangelog, Past, StartFacts } from '../queries.ts'

type Choice = Exclude<PastAnswer, 'drafts'>
/** What is looked through before it is published. */
export type LookedThrough = 'publish' | 'changelog'
type AtOnce = Exclude<Choice, LookedThrough>

interface Props {
  facts: StartFacts
  past: Past
  changelog: OwnChangelog | null
  /** What is looked through to be published; null for nothing. */
  looking: LookedThrough | null
  onLook: (at: LookedThrough | null) => void
}

/**
 * What to do with the past, with the number of entries for each choice. A choice takes effect at once, except
 * that nothing is published unseen.
 */
export function ChangePast({ facts, past, changelog, looking, onLook }: Props) {
  const { may } = useAccount()
  const [picked, setPicked] = useState<AtOnce | null>(null)
  const change = useChange((act, become: AtOnce) => act('import past', { past: become }))
  const now = picked ?? (facts.drafts > 0 ? 'month' : 'history')
  const pick = (choice: Choice) => {
    const isLooked = choice === 'publish' || choice === 'changelog'
    onLook(isLooked ? choice : null)
    if (isLooked || choice === now) return
    setPicked(choice)
    change.mutate(choice, { onError: () => setPicked(null) })
  }
  const choices: Choice[] = [
    ...(facts.drafts + facts.proposed > 0 ? (['month'] as const) : []),
    'history',
    ...(changelog ? (['changelog'] as const) : []),
    ...(past.total > 0 && may('publisher') ? (['publish'] as const) : []),
  ]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <PastChoice<Choice>
        value={looking ?? now}
        choices={choices}
        hints={hintsFor(facts, past, changelog)}
        onPick={pick}
      />
      <Problem error={change.error} />
    </div>
  )
}

function hintsFor(
  facts: StartFacts,
  { total, doubtful }: Past,
  changelog: OwnChangelog | null,
): Partial<Record<Choice, string>> {
  const { drafts, history, proposed } = facts
  const [one, several] = nounsOf(facts)
  const waiting = drafts > 0 ? drafts : proposed
  const others = drafts + history - waiting
  const listed = counted(drafts + history, `earlier ${one} is`, `earlier ${several} are`)
  const sure = total - doubtful
  return {
    ...(drafts + history > 0 && {
      history: `${listed} listed under Merges, and announced only if you publish them.`,
    }),
    month: `${counted(waiting, 'draft waits', 'drafts wait')} in Review${waiting < MOST_PROPOSED ? '' : ', the weightiest of the last month'}.${others > 0 ? ` ${counted(others, 'other is', 'others are')} listed under Merges.` : ''}`,
    ...(changelog && {
      changelog: `${counted(changelog.releases, 'release', 'releases')} of ${changelog.name} become entries, with their dates.`,
    }),
    publish:
      sure === 0
        ? `${counted(doubtful, 'entry', 'entries')} to tick one by one, each dated by its merge.${drafts + history > total ? ` ${counted(drafts + history - total, 'other is', 'others are')} not ready.` : ''}`
        : `${counted(sure, 'entry', 'entries')}, dated by ${sure === 1 ? 'its merge' : 'their merges'}, once you have looked through the list.${doubtful > 0 ? ` ${counted(doubtful, 'more is', 'more are')} yours to tick.` : ''}`,
  }
}
