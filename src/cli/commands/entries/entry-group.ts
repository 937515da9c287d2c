import type { Account } from '#accounts/account.ts'
import type { Service } from '#app/service.ts'
import { type GroupProposal, proposeGroups } from '#changelog/entries/group-proposals.ts'
import { groupEntries, ungroupEntry } from '#changelog/entries/grouping.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import {
  proposeRoundUp,
  proposeRoundUps,
  type RoundUpProposal,
  type RoundUpScope,
  releaseScope,
  roundUp,
  tooFewDrafts,
  weekContaining,
  weekOfDay,
} from '#changelog/entries/round-ups.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type CommandResult, command } from '#cli/command.ts'
import { ACCOUNT, flag, list, text } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { isoOf, parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { listRepositories, type Repository } from '#pulls/repositories.ts'
import { entryForm, entryLine, entryResult } from './entry.ts'

export const groupCommand = command({
  usage: 'entry group ID…',
  summary: 'Combine drafts, and pull requests that are in no entry, into one draft led by the first.',
  options: { pull: list(text('PR_ID')) },
  run: ({ pull = [] }, entryIds, context) =>
    withService(context, async service => {
      const { accountId } = await entryById(service.db.read, entryIds[0] ?? '')
      const entry = await service.db.write(tx =>
        groupEntries(tx, operator(service), accountId, { entryIds, pullRequestIds: pull }),
      )
      return entryResult(service, entry)
    }),
})

export const ungroupCommand = command({
  usage: 'entry ungroup ID',
  summary: 'Undo a group or round-up that is still a draft and restore the drafts it was made from.',
  options: {},
  run: (_, [id = ''], context) =>
    withService(context, async service => {
      const restored = await service.db.write(tx => ungroupEntry(tx, operator(service), id))
      const listed = await Promise.all(restored.map(entry => listedEntry(service.db.read, entry)))
      return {
        json: { entries: listed.map(entryForm) },
        text: listed.map(entryLine).join('') || 'No drafts to restore.\n',
      }
    }),
})

export const proposeCommand = command({
  usage: 'entry propose',
  summary:
    'Propose groups of drafts that share an issue, and round-ups of a week, a release or a tag. --take creates the round-up that the options name.',
  options: { account: ACCOUNT, week: text('DATE'), tag: text('TAG'), repo: text('owner/name'), take: flag },
  atMostOne: ['week', 'tag'],
  run: ({ account: id, repo, take = false, ...named }, _, context) => {
    return withAccount(context, id, async (account, service) => {
      const repositories = await listRepositories(service.db.read, account.id)
      const repositoryId = repo === undefined ? undefined : requireRepository(repositories, repo).id
      const span = spanFrom(named, account.timeZone)
      if (take) return createRoundUp(service, account, span && { ...span, repositoryId })
      if (span) return proposedRoundUp(service, account, { ...span, repositoryId }, repositories)
      const groups = await proposeGroups(service.db.read, account.id)
      const roundUps = await proposeRoundUps(service.db.read, account.id, repositoryId)
      return proposalsResult(groups, roundUps, repositories)
    })
  },
})

function requireRepository(repositories: readonly Repository[], name: string): Repository {
  const [found, another] = repositories.filter(repository => repository.name === name)
  if (found && !another) return found
  throw new AppError('not_found', `The account has no repository, or several, called ${name}.`)
}

/** The span that `--week` or `--tag` names; null without either. */
function spanFrom({ week, tag }: { week?: string | undefined; tag?: string | undefined }, zone: string) {
  if (tag !== undefined) return releaseScope(tag)
  return week === undefined ? null : weekFrom(week, zone)
}

/** The week that contains a day, or a moment, in the account's time zone. */
function weekFrom(week: string, zone: string): RoundUpScope {
  const at = parseInstant(week)
  if (at === null) throw new AppError('wrong_usage', '--week takes a date in that week, like 2026-03-02.')
  return week.includes(':') ? weekContaining(at, zone) : weekOfDay(Temporal.PlainDate.from(week), zone)
}

async function createRoundUp(
  service: Service,
  account: Account,
  span: RoundUpScope | null,
): Promise<CommandResult> {
  if (!span) throw new AppError('wrong_usage', '--take needs --week with a date in it (2026-03-02) or --tag.')
  return entryResult(service, await service.db.write(tx => roundUp(tx, operator(service), account.id, span)))
}

/** The round-up that `--take` would create for the same span. */
async function proposedRoundUp(
  { db }: Service,
  account: Account,
  span: RoundUpScope,
  repositories: readonly Repository[],
): Promise<CommandResult> {
  const roundUps = await proposeRoundUp(db.read, account.id, span)
  const result = proposalsResult([], roundUps, repositories)
  return roundUps.length > 0 ? result : { ...result, text: `${tooFewDrafts(span)}\n` }
}

const proposalsResult = (
  groups: readonly GroupProposal[],
  roundUps: readonly RoundUpProposal[],
  repositories: readonly Repository[],
) => ({
  json: {
    groups: groups.map(({ topics, entries }) => ({ topics, entries })),
    round_ups: roundUps.map(({ name, drafts, merged, shippedIn, repositoryId }) => ({
      name,
      drafts,
      from: merged ? isoOf(merged.from) : null,
      until: merged ? isoOf(merged.until) : null,
      tag: shippedIn ?? null,
      repo: repositories.find(({ id }) => id === repositoryId)?.name ?? null,
    })),
  },
  text:
    [...groups.map(textOfGroup), ...roundUps.map(roundUp => textOfRoundUp(roundUp, repositories))].join(
      '\n',
    ) || 'Nothing to propose.\n',
})

const textOfGroup = ({ topics, entries }: GroupProposal): string =>
  `Group, for ${topics.join(', ')}:\n${entries.map(({ id, title }) => `  ${id}  ${title}\n`).join('')}`

function textOfRoundUp(
  { name, drafts, monday, shippedIn, repositoryId }: RoundUpProposal,
  repositories: readonly Repository[],
): string {
  const repo = repositories.find(({ id }) => id === repositoryId)?.name
  const options = `${monday ? `--week ${monday}` : `--tag ${shippedIn}`}${repo ? ` --repo ${repo}` : ''}`
  return `Round-up of ${name}: ${drafts} drafts (--take ${options})\n`
}
