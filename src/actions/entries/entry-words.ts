import { z } from 'zod'
import { withWordsOfNow } from '#changelog/editions/edition.ts'
import {
  declineProposal,
  editableEntry,
  proposeWords,
  takeProposal,
  takeWords,
} from '#changelog/entries/edit.ts'
import { roleToChange } from '#changelog/entries/entry.ts'
import { regenerate } from '#pipeline/judging/regenerate.ts'
import { proposeVariants, takeVariant } from '#pipeline/judging/variants.ts'
import { type RewordingOffer, rewordingsOf } from '#pipeline/writing/offer.ts'
import { startRewording } from '#pipeline/writing/reword.ts'
import type { Rewording } from '#pipeline/writing/rewordings.ts'
import { isoOf, isoOrNull } from '#platform/clock.ts'
import { formatDiff } from '#platform/diff.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import { budgetText } from '#writing/models/cost.ts'
import { VARIANTS } from '#writing/prompts/questions.ts'
import { type Acting, action, flag } from '../action.ts'
import { changeEntry, jsonOf, shownEntry, target } from './entry-change.ts'
import { entryForm, entryLine } from './entry-json.ts'

/** Replaces the entry's words at once, instead of proposing the new ones. */
const takeAtOnce: typeof proposeWords = async (tx, acting, before, words) => {
  if (words !== null) return takeWords(tx, acting, before, words)
  throw new AppError('conflict', 'The machine has no other words for it.')
}

/** The entry and the context for asking the machine about it, if the person may change it. */
async function asking(acting: Acting, { id, seen }: { id: string; seen?: number | undefined }) {
  const { db, accountId, services, signal } = acting
  const before = await editableEntry(db.read, id, { seen, accountId })
  acting.requireRole(roleToChange(before))
  return { before, context: { db, action: acting, models: services.models, signal } }
}

/** Actions on the machine's words of entries. */
export const words = {
  regenerate: action({
    summary:
      "Generate an entry's text again and show the difference. --take replaces the current text with it.",
    role: 'writer',
    input: z.object({ ...target, take: z.boolean().default(false) }),
    args: ['id'],
    async run(acting, { take, ...which }) {
      const { context } = await asking(acting, which)
      const judge = await acting.services.judge()
      const precondition = { seen: which.seen, accountId: acting.accountId }
      const store = take ? takeAtOnce : proposeWords
      const made = await regenerate(context, judge, which.id, precondition, store)
      const { words: proposal, difference } = made
      return { entry: await jsonOf(acting, made.entry), proposal, difference, isTaken: take }
    },
    print({ entry, proposal, difference, isTaken }) {
      if (isTaken) return { json: entryForm(entry), text: entryLine(entry) }
      return {
        json: { id: entry.id, version: entry.version, proposal, difference },
        text: difference
          ? `${formatDiff(difference.title)}\n\n${formatDiff(difference.body)}`.trimEnd().concat('\n')
          : 'No changes.\n',
      }
    },
  }),
  answer: action({
    summary: 'Take the words that the machine proposes for an entry, or decline them.',
    role: 'writer',
    input: z.object({ ...target, take: z.boolean() }),
    args: ['id'],
    run: (acting, { take, ...which }) =>
      changeEntry(acting, which, (tx, { id, version: seen }) =>
        (take ? takeProposal : declineProposal)(tx, acting, id, { seen }),
      ),
    ...shownEntry,
  }),
  vary: action({
    summary: 'Show other ways to say what an entry says, by the writer of the account.',
    role: 'writer',
    input: z.object(target),
    args: ['id'],
    async run(acting, which) {
      const { before, context } = await asking(acting, which)
      return proposeVariants(context, before.id, { seen: which.seen, accountId: acting.accountId })
    },
    print: ({ proposals }) => ({
      text: proposals.map(({ variant, title, body }) => `${variant}: ${title}\n${body}\n`).join('\n'),
    }),
  }),
  'take-variant': action({
    summary: 'Take one of the other ways to say what an entry says.',
    role: 'writer',
    input: z.object({
      ...target,
      variant: z.enum(VARIANTS),
      title: z.string().max(1_000),
      body: z.string().max(100_000).meta({ isFile: true }),
    }),
    args: ['id'],
    async run(acting, { id, seen, ...chosen }) {
      const { before, context } = await asking(acting, { id, seen })
      const taken = await takeVariant(context, before.id, chosen, { seen, accountId: acting.accountId })
      const shown = await withWordsOfNow(acting.db.read, taken, acting.clock.now())
      return { entry: await jsonOf(acting, shown), change: acting.change.id }
    },
    print: ({ entry }) => shownEntry.print(entry),
  }),
}

const runForm = ({ id, state, detail, startedAt, endedAt, ...counts }: Rewording) => ({
  ...{ id, state, detail },
  ...{ drafts: counts.drafts, reworded: counts.reworded, kept: counts.kept },
  ...{ unanswered: counts.unanswered, changed: counts.changed, left: counts.left },
  started_at: isoOf(startedAt),
  ended_at: isoOrNull(endedAt),
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
