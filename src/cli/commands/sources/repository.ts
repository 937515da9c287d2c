import { requireSet } from '#accounts/sets.ts'
import { refreshDraftPlaces } from '#changelog/ledger/places.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, choice, flag, list, required, text } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'
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

export const setCommand = command({
  usage: 'repository set',
  summary:
    'Set which merges of a repository belong to the account, which sets their drafts are filed under, and when they may be announced. Without options, show the settings.',
  options: {
    account: ACCOUNT,
    repo: required(text('owner/name')),
    'announce-on': choice(ANNOUNCE_ON),
    include: list(text('GLOB')),
    exclude: list(text('GLOB')),
    all: flag,
    file: list(text('GLOB=SET_ID')),
  },
  run: ({ account: id, repo, 'announce-on': announceOn, include, exclude, all, file }, _, context) =>
    withAccount(context, id, async (account, { db }) => {
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
          throw new AppError('not_found', `The account has no repository called ${safeLine(repo ?? '')}.`)
        const after: Repository[] = []
        for (const repository of repositories) after.push(await changeRepository(tx, repository, settings))
        for (const { id } of after) await refreshDraftPlaces(tx, id)
        return after
      })
      return { json: { repositories: changed.map(publicForm) }, text: changed.map(describe).join('') }
    }),
})

function ruleFrom(text: string): SetRule {
  const [, glob, setId] = /^(.+)=([^=]+)$/.exec(text) ?? []
  if (glob !== undefined && setId !== undefined) return { glob, setId }
  throw new AppError(
    'wrong_usage',
    `--file takes a pattern and a set, like apps/mobile/**=SET_ID; got ${safeLine(text)}.`,
  )
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
    `${host}/${name}, announced on ${announceOn}`,
    `  include  ${scope.includePaths.join(' ') || 'every path'}`,
    `  exclude  ${scope.excludePaths.join(' ') || 'none'}`,
    ...scope.setRules.map(({ glob, setId }) => `  file     ${glob} under ${setId}`),
  ]
  return `${lines.join('\n')}\n`
}
