import { z } from 'zod'
import { type RewordingOffer, rewordingsOf } from '#pipeline/writing/offer.ts'
import { startRewording } from '#pipeline/writing/reword.ts'
import type { Rewording } from '#pipeline/writing/rewordings.ts'
import { isoOf } from '#platform/clock.ts'
import { safeLine } from '#platform/text.ts'
import { budgetText } from '#writing/models/cost.ts'
import { action, flag } from '../action.ts'

const runForm = ({ id, state, detail, startedAt, endedAt, ...counts }: Rewording) => ({
  ...{ id, state, detail },
  ...{ drafts: counts.drafts, reworded: counts.reworded, kept: counts.kept },
  ...{ unanswered: counts.unanswered, changed: counts.changed, left: counts.left },
  started_at: isoOf(startedAt),
  ended_at: endedAt === null ? null : isoOf(endedAt),
  kept_words: counts.examples.map(({ entryId, why }) => ({ entry_id: entryId, why })),
})

const runText = ({ id, state, detail, drafts, reworded, left, examples }: Rewording): string =>
  [
    `${reworded} of ${drafts} drafts reworded; ${state}${left > 0 ? `, ${left} left` : ''}.${detail ? ` ${detail}` : ''}\n`,
    ...(state === 'running' ? [`"tidings run stop ${id}" ends it.\n`] : []),
    ...examples.map(({ title, why }) => `  ${safeLine(title)}: ${safeLine(why)}\n`),
  ].join('')

function offerText({ drafts, seconds, tokens, cost, left }: RewordingOffer): string {
  const price = cost === null ? 'price not known' : `${(cost / 1e6).toFixed(4)} USD`
  const rest = left && `, of ${budgetText({ unit: left.unit, limit: left.amount })} left this month`
  const minutes = Math.max(1, Math.round(seconds / 60))
  return `Drafts to reword: ${drafts}. About ${minutes} min, ${tokens.toLocaleString('en')} tokens, ${price}${rest ?? ''}.\n`
}

export const reword = action({
  summary:
    'Let the writer of an account word the drafts that it has not written and nobody has edited. A running server or worker does it. With --show, only tell how many there are, about what they cost, and how far the last run has come.',
  role: 'writer',
  input: z.object({ show: flag }),
  async run(acting, { show }) {
    const { db, clock, accountId, services } = acting
    const { models } = services
    if (!show) await startRewording({ db, action: acting, models }, accountId)
    return rewordingsOf({ db, clock, models }, accountId)
  },
  print: ({ last, offer }) => ({
    json: {
      offer: offer && {
        drafts: offer.drafts,
        seconds: offer.seconds,
        tokens: offer.tokens,
        micro_dollars: offer.cost,
      },
      last: last && runForm(last),
    },
    text: (last ? runText(last) : '') + (offer ? offerText(offer) : '') || 'There is no draft to reword.\n',
  }),
})
