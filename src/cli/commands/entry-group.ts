import { accountByPublicId } from '#accounts/account.ts'
import { entryById, listedEntry } from '#entries/entries.ts'
import { groupEntries, ungroupEntry } from '#entries/grouping.ts'
import { type GroupProposal, proposeGroups } from '#entries/proposals.ts'
import {
  proposeRoundUps,
  type RoundUpProposal,
  roundUp,
  type Span,
  shipmentOf,
  weekOf,
  weekWith,
} from '#entries/round-ups.ts'
import { AppError } from '#kit/app-error.ts'
import { isoOf, parseInstant } from '#kit/clock.ts'
import { listRepositories } from '#pulls/repositories.ts'
import { command } from '../command.ts'
import { lineOf, publicForm, shown } from '../entry-form.ts'
import { operator, withService } from '../with-service.ts'
import { requireAccountId } from './account.ts'

export const groupCommand = command({
  usage: 'entry group ID ID… [--pull PR_ID]…',
  summary: 'Makes one draft of several, the first leading, and of pull requests that are in no entry.',
  options: { pull: { type: 'string', multiple: true } },
  arguments: [1, 200],
  run: ({ pull = [] }, entryIds, context) =>
    withService(context, async service => {
      const { accountId } = await entryById(service.db.read, entryIds[0] ?? '')
      const entry = await service.db.write(tx =>
        groupEntries(tx, operator(service), accountId, { entryIds, pullRequestIds: pull }),
      )
      return shown(service, entry)
    }),
})

export const ungroupCommand = command({
  usage: 'entry ungroup ID',
  summary:
    'Undoes a group or a round-up that is a draft; the drafts that it was made of are back as they were.',
  options: {},
  arguments: [1, 1],
  run: (_, [id = ''], context) =>
    withService(context, async service => {
      const back = await service.db.write(tx => ungroupEntry(tx, operator(service), id))
      const listed = await Promise.all(back.map(entry => listedEntry(service.db.read, entry)))
      return {
        json: { entries: listed.map(publicForm) },
        text: listed.map(lineOf).join('') || 'No draft came back.\n',
      }
    }),
})

export const proposeCommand = command({
  usage: 'entry propose --account ID [--week DATE | --tag TAG] [--repo owner/name] [--take]',
  summary:
    'Proposes drafts that share an issue as one entry, and round-ups of a week, a release or a tag; --take makes the round-up that was named.',
  options: {
    account: { type: 'string' },
    week: { type: 'string' },
    tag: { type: 'string' },
    repo: { type: 'string' },
    take: { type: 'boolean' },
  },
  arguments: [0, 0],
  run: ({ account: id, week, tag, repo, take }, _, context) =>
    withService(context, async service => {
      const { read } = service.db
      const account = await accountByPublicId(read, requireAccountId(id))
      if (!take) {
        const [groups, roundUps] = [
          await proposeGroups(read, account.id),
          await proposeRoundUps(read, account.id),
        ]
        return proposalsAnswer(groups, roundUps)
      }
      const span = spanFrom(week, tag, account.timeZone)
      const repositories = (await listRepositories(read, account.id)).filter(one => one.name === repo)
      if (repo !== undefined && repositories.length !== 1)
        throw new AppError('not_found', `The account has no repository called ${repo}, or several.`)
      const entry = await service.db.write(tx =>
        roundUp(tx, operator(service), account.id, { ...span, repositoryId: repositories[0]?.id }),
      )
      return shown(service, entry)
    }),
})

/** A day is one where the account is; a moment is in a day there. */
function spanFrom(week: string | undefined, tag: string | undefined, zone: string): Span {
  if (tag !== undefined && week === undefined) return shipmentOf(tag)
  const at = week === undefined || tag !== undefined ? null : parseInstant(week)
  if (week === undefined || at === null)
    throw new AppError('wrong_usage', '--take wants either --week with a day of it (2026-03-02) or --tag.')
  return week.includes(':') ? weekOf(at, zone) : weekWith(Temporal.PlainDate.from(week), zone)
}

const proposalsAnswer = (groups: readonly GroupProposal[], roundUps: readonly RoundUpProposal[]) => ({
  json: {
    groups: groups.map(({ issues, entries }) => ({ issues, entries })),
    round_ups: roundUps.map(({ name, drafts, merged, shippedIn }) => ({
      name,
      drafts,
      from: merged ? isoOf(merged.from) : null,
      until: merged ? isoOf(merged.until) : null,
      tag: shippedIn ?? null,
    })),
  },
  text:
    [...groups.map(textOfGroup), ...roundUps.map(textOfRoundUp)].join('\n') ||
    'There is nothing to propose.\n',
})

const textOfGroup = ({ issues, entries }: GroupProposal): string =>
  `Group, for ${issues.join(', ')}:\n${entries.map(({ id, title }) => `  ${id}  ${title}\n`).join('')}`

const textOfRoundUp = ({ name, drafts, monday, shippedIn }: RoundUpProposal): string => {
  const option = monday ? `--week ${monday}` : `--tag ${shippedIn}`
  return `Round-up of ${name}: ${drafts} drafts (--take ${option})\n`
}
