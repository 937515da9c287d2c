import { z } from 'zod'
import { lockAccount } from '#accounts/account.ts'
import { recordActivity } from '#accounts/activity.ts'
import { requireSet } from '#accounts/sets.ts'
import { refreshDraftPlaces } from '#changelog/ledger/places.ts'
import type { Tx } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import { safeLine } from '#platform/text.ts'
import {
  ANNOUNCE_ON,
  changeRepository,
  listRepositories,
  type Repository,
  type RepositorySettings,
} from '#pulls/repositories/repositories.ts'
import type { SetRule } from '#pulls/repositories/scope.ts'
import { type Acting, action, flag } from '../action.ts'

const globs = z
  .array(z.string().max(500).meta({ placeholder: 'GLOB' }))
  .max(200)
  .optional()

/** The rules of a repository. */
export const repositoryJson = ({ id, host, name, announceOn, scope }: Repository) => ({
  ...{ id, host, name, announceOn },
  ...scope,
})

function ruleFrom(text: string): SetRule {
  const [, glob, setId] = /^(.+)=([^=]+)$/.exec(text) ?? []
  if (glob !== undefined && setId !== undefined) return { glob, setId }
  throw new AppError(
    'invalid_parameter',
    `“file” takes a pattern and a set, like apps/mobile/**=SET_ID; got ${safeLine(text)}.`,
  )
}

async function change(
  tx: Tx,
  acting: Acting,
  before: Repository,
  settings: RepositorySettings,
): Promise<Repository> {
  const after = await changeRepository(tx, before, settings)
  await refreshDraftPlaces(tx, after.id)
  await recordActivity(tx, acting, 'repository changed', {
    ...{ accountId: acting.accountId, subject: after.id },
    ...{ before: repositoryJson(before), after: repositoryJson(after) },
  })
  return after
}

function describe({ host, name, announceOn, ...scope }: ReturnType<typeof repositoryJson>): string {
  const lines = [
    `${host}/${name}, announced on ${announceOn}`,
    `  include  ${scope.includePaths.join(' ') || 'every path'}`,
    `  exclude  ${scope.excludePaths.join(' ') || 'none'}`,
    ...scope.setRules.map(({ glob, setId }) => `  file     ${glob} under ${setId}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Actions on the repositories of an account. */
export const repository = {
  set: action({
    summary:
      'Set which merges of a repository belong to the account, which sets their drafts are filed under, and when they may be announced. Without options, show the settings.',
    role: 'owner',
    input: z.object({
      /** The repository's name, optionally preceded by its host. */
      repo: z.string().max(600).meta({ placeholder: 'owner/name' }),
      announceOn: z.enum(ANNOUNCE_ON).optional(),
      include: globs,
      exclude: globs,
      /** Applies to every path. */
      all: flag,
      file: z
        .array(z.string().max(600).meta({ placeholder: 'GLOB=SET_ID' }))
        .max(200)
        .optional(),
    }),
    async run(acting, { repo, announceOn, include, exclude, all, file }) {
      const { db, accountId } = acting
      const settings: RepositorySettings = {
        ...(announceOn && { announceOn }),
        ...((include || all) && { includePaths: include ?? [] }),
        ...((exclude || all) && { excludePaths: exclude ?? [] }),
        ...(file && { setRules: file.map(ruleFrom) }),
      }
      const repositories = await db.write(async tx => {
        for (const { setId } of settings.setRules ?? []) await requireSet(tx, accountId, setId)
        const named = (await listRepositories(await lockAccount(tx, accountId), accountId)).filter(
          ({ host, name }) => name === repo || `${host}/${name}` === repo,
        )
        if (named.length === 0)
          throw new AppError('not_found', `The account has no repository called ${safeLine(repo)}.`)
        if (Object.keys(settings).length === 0) return named
        const changed: Repository[] = []
        for (const before of named) changed.push(await change(tx, acting, before, settings))
        return changed
      })
      return { repositories: repositories.map(repositoryJson) }
    },
    print: ({ repositories }) => ({
      json: {
        repositories: repositories.map(({ host, name, announceOn, ...scope }) => ({
          ...{ host, repo: name, announce_on: announceOn },
          ...{ include: scope.includePaths, exclude: scope.excludePaths },
          file: scope.setRules.map(({ glob, setId }) => ({ glob, set_id: setId })),
        })),
      },
      text: repositories.map(describe).join(''),
    }),
  }),
}
