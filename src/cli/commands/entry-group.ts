import type { Account } from '#accounts/account.ts'
import type { Service } from '#app/service.ts'
import { groupEntries, ungroupEntry } from '#changelog/entries/grouping.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { type GroupProposal, proposeGroups } from '#changelog/entries/proposals.ts'
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
import { operator, withAccount, withService } from '#cli/with-service.ts'
import { isoOf, parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { listRepositories, type Repository } from '#pulls/repositories.ts'
import { entryForm, entryLine, entryResult } from './entry.ts'

export const groupCommand = command({
  usage: 'entry group ID ID… [--pull PR_ID]…',
  summary: 'Combine drafts, and pull requests that are in no entry, into one draft led by the first.',
  options: { pull: { type: 'string', multiple: true } },
  arguments: [1, 200],
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
  arguments: [1, 1],
  run: (_, [id = ''], context) =>
    withService(context, async service => {
      const back = await service.db.write(tx => ungroupEntry(tx, operator(service), id))
      const listed = await Promise.all(back.map(entry => listedEntry(service.db.read, entry)))
      return {
        json: { entries: listed.map(entryForm) },
        text: listed.map(entryLine).join('') || 'No draft came back.\n',
      }
    }),
})

export const proposeCommand = command({
  usage: 'entry propose --account ID [--week DATE | --tag TAG] [--repo owner/name] [--take]',
  summary:
    'Propose groups of drafts that share an issue, and round-ups of a week, a release or a tag. --take creates the round-up that the options name.',
  options: {
    account: { type: 'string' },
    week: { type: 'string' },
    tag: { type: 'string' },
    repo: { type: 'string' },
    take: { type: 'boolean' },
  },
  arguments: [0, 0],
  run: ({ account: id, repo, take = false, ...named }, _, context) => {
    if (named.week !== undefined && named.tag !== undefined)
      throw new AppError('wrong_usage', 'Give either --week or --tag, not both.')
    return withAccount(context, id, async (account, service) => {
      const repositories = await listRepositories(service.db.read, account.id)
      const repositoryId = repo === undefined ? undefined : requireRepository(repositories, repo).id
      const span = spanFrom(named, account.timeZone)
      if (take) return taken(service, account, span && { ...span, repositoryId })
      if (span) return roundUpAnswer(service, account, { ...span, repositoryId }, repositories)
      const groups = await proposeGroups(service.db.read, account.id)
      const roundUps = await proposeRoundUps(service.db.read, account.id, repositoryId)
      return proposalsAnswer(groups, roundUps, repositories)
    })
  },
})

function requireRepository(repositories: readonly Repository[], name: string): Repository {
  const [repository, another] = repositories.filter(one => one.name === name)
  if (repository && !another) return repository
  throw new AppError('not_found', `The account has no repository called ${name}, or several.`)
}

/** The span that the options name; null where they name none. */
function spanFrom({ week, tag }: { week?: string | undefined; tag?: string | undefined }, zone: string) {
  if (tag !== undefined) return releaseScope(tag)
  return week === undefined ? null : weekFrom(week, zone)
}

/** A day is one where the account is; a moment is in a day there. */
function weekFrom(week: string, zone: string): RoundUpScope {
  const at = parseInstant(week)
  if (at === null) throw new AppError('wrong_usage', '--week takes a day of that week, like 2026-03-02.')
  return week.includes(':') ? weekContaining(at, zone) : weekOfDay(Temporal.PlainDate.from(week), zone)
}

async function taken(service: Service, account: Account, span: RoundUpScope | null): Promise<CommandResult> {
  if (!span)
    throw new AppError('wrong_usage', '--take wants either --week with a day of it (2026-03-02) or --tag.')
  return entryResult(service, await service.db.write(tx => roundUp(tx, operator(service), account.id, span)))
}

/** What `--take` would make of the same span. */
async function roundUpAnswer(
  { db }: Service,
  account: Account,
  span: RoundUpScope,
  repositories: readonly Repository[],
): Promise<CommandResult> {
  const roundUps = await proposeRoundUp(db.read, account.id, span)
  const answer = proposalsAnswer([], roundUps, repositories)
  return roundUps.length > 0 ? answer : { ...answer, text: `${tooFewDrafts(span)}\n` }
}

const proposalsAnswer = (
  groups: readonly GroupProposal[],
  roundUps: readonly RoundUpProposal[],
  repositories: readonly Repository[],
) => ({
  json: {
    groups: groups.map(({ issues, entries }) => ({ issues, entries })),
    round_ups: roundUps.map(({ name, drafts, merged, shippedIn, repositoryId }) => ({
      name,
      drafts,
      from: merged ? isoOf(merged.from) : null,
      until: merged ? isoOf(merged.until) : null,
      tag: shippedIn ?? null,
      repo: repositories.find(one => one.id === repositoryId)?.name ?? null,
    })),
  },
  text:
    [...groups.map(textOfGroup), ...roundUps.map(one => textOfRoundUp(one, repositories))].join('\n') ||
    'There is nothing to propose.\n',
})

const textOfGroup = ({ issues, entries }: GroupProposal): string =>
  `Group, for ${issues.join(', ')}:\n${entries.map(({ id, title }) => `  ${id}  ${title}\n`).join('')}`

function textOfRoundUp(
  { name, drafts, monday, shippedIn, repositoryId }: RoundUpProposal,
  repositories: readonly Repository[],
): string {
  const repo = repositories.find(one => one.id === repositoryId)?.name
  const options = `${monday ? `--week ${monday}` : `--tag ${shippedIn}`}${repo ? ` --repo ${repo}` : ''}`
  return `Round-up of ${name}: ${drafts} drafts (--take ${options})\n`
}
