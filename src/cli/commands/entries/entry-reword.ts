import type { Account } from '#accounts/account.ts'
import { createModelContext } from '#app/judging.ts'
import type { Service } from '#app/service.ts'
import { type CommandResult, command } from '#cli/command.ts'
import { ACCOUNT, flag } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { type RewordingOffer, rewordingOffer } from '#pipeline/writing/offer.ts'
import { startRewording } from '#pipeline/writing/reword.ts'
import { endRewording, lastRewording, type Rewording } from '#pipeline/writing/rewordings.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { budgetText } from '#writing/models/cost.ts'

export const rewordCommand = command({
  usage: 'entry reword',
  summary:
    'Let the writer of an account word the drafts that it has not written and nobody has edited. A running server or worker does it. With --show, tell how many there are, about what they cost, and how far the last run has come; with --stop, end it.',
  options: { account: ACCOUNT, show: flag, stop: flag },
  atMostOne: ['show', 'stop'],
  run: ({ account: id, show, stop }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const { db } = service
      const action = operator(service)
      if (stop) {
        const which = { accountId: account.id }
        const didRun = await db.write(tx => endRewording(tx, action, which, { state: 'stopped' }))
        if (!didRun) throw new AppError('conflict', 'No drafts are being reworded.')
      } else if (!show) {
        await startRewording({ db, action, models: () => createModelContext(service) }, account.id)
      }
      return resultOf(account, service)
    }),
})

async function resultOf(account: Account, { db, clock, modelOf }: Service): Promise<CommandResult> {
  const last = await lastRewording(db.read, account.id)
  const model = last?.state === 'running' ? null : await modelOf(account.id)
  const offer = model && (await rewordingOffer(db.read, clock.now(), account.id, model, last))
  return {
    json: {
      offer: offer && {
        drafts: offer.drafts,
        seconds: offer.seconds,
        tokens: offer.tokens,
        micro_dollars: offer.cost,
      },
      last: last && runForm(last),
    },
    text: [
      ...(last ? [runText(last)] : []),
      ...(offer ? [offerText(offer)] : []),
      ...(last || offer ? [] : ['There is no draft to reword.\n']),
    ].join(''),
  }
}

const runForm = ({ id, state, detail, startedAt, endedAt, ...counts }: Rewording) => ({
  ...{ id, state, detail },
  ...{ drafts: counts.drafts, reworded: counts.reworded, kept: counts.kept },
  ...{ unanswered: counts.unanswered, changed: counts.changed, left: counts.left },
  started_at: isoOf(startedAt),
  ended_at: endedAt === null ? null : isoOf(endedAt),
  kept_words: counts.examples.map(({ entryId, why }) => ({ entry_id: entryId, why })),
})

const runText = ({ state, detail, drafts, reworded, left, examples }: Rewording): string =>
  [
    `${reworded} of ${drafts} drafts reworded; ${state}${left > 0 ? `, ${left} left` : ''}.${detail ? ` ${detail}` : ''}\n`,
    ...examples.map(({ title, why }) => `  ${safeLine(title)}: ${safeLine(why)}\n`),
  ].join('')

function offerText({ drafts, seconds, tokens, cost, left }: RewordingOffer): string {
  const price = cost === null ? 'price not known' : `${(cost / 1e6).toFixed(4)} USD`
  const rest = left && `, of ${budgetText({ unit: left.unit, limit: left.amount })} left this month`
  const minutes = Math.max(1, Math.round(seconds / 60))
  return `Drafts to reword: ${drafts}. About ${minutes} min, ${tokens.toLocaleString('en')} tokens, ${price}${rest ?? ''}.\n`
}
