import { act } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { toasts } from '../frame/toasts.tsx'
import { ask } from '../parts/overlay/confirm.tsx'
import { dollars, tokens } from '../settings/writer/facts.ts'
import { counted } from '../text.ts'
import type { Offer } from './queries.ts'

/** Says how many drafts the writer would word, how long that takes and what it costs. Starts it if the person agrees. */
export async function askToReword(account: string, offer: Offer): Promise<void> {
  const drafts = counted(offer.drafts, 'draft', 'drafts')
  const isWanted = await ask({
    title: `Reword ${drafts}?`,
    verb: 'Reword',
    text: (
      <>
        The AI writer words the drafts that it has not written and nobody has edited. {costOf(offer)} It goes
        on when you leave the page, and <kbd>z</kbd> undoes all of it.
      </>
    ),
  })
  if (!isWanted) return
  try {
    await act(account, 'entry reword', {})
    await queryClient.invalidateQueries({ queryKey: ['runs', account] })
    toasts.announce(`Rewording ${drafts}.`)
  } catch (error) {
    toasts.failed(error)
  }
}

/** A sentence like "That takes about 3 minutes and costs about $0.12, of $9.50 that are left this month." */
function costOf({ seconds, tokens: used, cost, left }: Offer): string {
  const price = cost === null ? `${about(used)}; the price is not known` : `costs about ${dollars(cost)}`
  const takes = `That takes ${duration(seconds)} and ${cost === null ? 'uses ' : ''}${price}`
  if (left === null) return `${takes}.`
  const isTokens = left.unit === 'tokens'
  const rest = isTokens ? tokens(left.amount) : dollars(left.amount)
  const isEnough = left.amount >= (isTokens ? used : (cost ?? 0))
  return isEnough
    ? `${takes}. ${rest} of this month's budget are left.`
    : `${takes}. Only ${rest} of this month's budget are left: it stops when they are spent.`
}

const about = (used: number): string => `about ${tokens(used)}`

function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return 'less than a minute'
  return minutes < 90
    ? `about ${counted(minutes, 'minute', 'minutes')}`
    : `about ${Math.round(minutes / 60)} hours`
}
