import { accountByPublicId } from '#accounts/account.ts'
import { requireSet } from '#accounts/sets.ts'
import { settleDrafts } from '#changelog/ledger/places.ts'
import { command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import {
  ANNOUNCE_ON,
  changeRepository,
  listRepositories,
  type Repository,
  type RepositorySettings,
} from '#pulls/repositories.ts'
import type { SetRule } from '#pulls/scope.ts'
import { requireAccountId } from './account.ts'

export const setCommand = command({
  usage: `repository set --account ID --repo owner/name [--announce-on ${ANNOUNCE_ON.join('|')}] [--include GLOB]… [--exclude GLOB]… [--all] [--file GLOB=SET_ID]…`,
  summary:
    'Says which merges of a repository belong to the account, where their drafts are filed, and when they may be told. Without options it shows that.',
  options: {
    account: { type: 'string' },
    repo: { type: 'string' },
    'announce-on': { type: 'string' },
    include: { type: 'string', multiple: true },
    exclude: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    file: { type: 'string', multiple: true },
  },
  arguments: [0, 0],
  run: ({ account: id, repo, 'announce-on': when, include, exclude, all, file }, _, context) =>
    withService(context, async ({ db }) => {
      const account = await accountByPublicId(db.read, requireAccountId(id))
      const announceOn = ANNOUNCE_ON.find(one => one === when)
      if (when !== undefined && !announceOn)
        throw new AppError('wrong_usage', `--announce-on is one of ${ANNOUNCE_ON.join(', ')}.`)
      const settings: RepositorySettings = {
        ...(announceOn && { announceOn }),
        ...((include || all) && { includePaths: include ?? [] }),
        ...((exclude || all) && { excludePaths: exclude ?? [] }),
        ...(file && { setRules: file.map(ruleFrom) }),
      }
      const changed = await db.write(async tx => {
        for (const { setId } of settings.setRules ?? []) await requireSet(tx, account.id, setId)
        const repositories = (await listRepositories(tx, account.id)).filter(one => one.name === repo)
        if (repositories.length === 0)
          throw new AppError('not_found', `This account has no repository ${safeLine(repo ?? '')}.`)
        const after: Repository[] = []
        for (const repository of repositories) after.push(await changeRepository(tx, repository, settings))
        for (const { id } of after) await settleDrafts(tx, id)
        return after
      })
      return { json: { repositories: changed.map(publicForm) }, text: changed.map(describe).join('') }
    }),
})

function ruleFrom(text: string): SetRule {
  const [, glob, setId] = /^(.+)=([^=]+)$/.exec(text) ?? []
  if (glob !== undefined && setId !== undefined) return { glob, setId }
  throw new AppError('wrong_usage', `--file looks like apps/mobile/**=SET_ID; got ${safeLine(text)}.`)
}

const publicForm = ({ host, name, announceOn, scope }: Repository) => ({
  host,
  repo: name,
  announce_on: announceOn,
  include: scope.includePaths,
  exclude: scope.excludePaths,
  file: scope.setRules.map(({ glob, setId }) => ({ glob, set_id: setId })),
})

function describe({ host, name, announceOn, scope }: Repository): string {
  const lines = [
    `${host}/${name}, told on ${announceOn}`,
    `  include  ${scope.includePaths.join(' ') || 'every path'}`,
    `  exclude  ${scope.excludePaths.join(' ') || 'none'}`,
    ...scope.setRules.map(({ glob, setId }) => `  file     ${glob} under ${setId}`),
  ]
  return `${lines.join('\n')}\n`
}
