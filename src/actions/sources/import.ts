import { z } from 'zod'
import { instant } from '#actions/input.ts'
import { historyCounts } from '#changelog/first-history.ts'
import { pastAsHistory, proposeWeightiest } from '#pipeline/ingest/change-past.ts'
import { startGitImport } from '#pipeline/ingest/git-imports.ts'
import { importPast } from '#pipeline/past-changelog/import-past.ts'
import { AppError } from '#platform/errors.ts'
import { PASTS } from '#pulls/past.ts'
import { type Acting, action } from '../action.ts'

/** Actions on imports by a server or worker. */
export const imports = {
  start: action({
    summary:
      'Have a server or worker import a git directory below its TIDINGS_GIT_ROOTS. What is published waits for a person to look at it.',
    role: 'owner',
    input: z.object({
      directory: z.string().min(1).max(4_000),
      /** The name to use instead of that of the repository's remote. */
      repo: z.string().min(1).max(500).nullable().default(null).meta({ placeholder: 'owner/name' }),
      since: instant.nullable().default(null),
      /** The most merges to import, the newest ones. */
      last: z.int().min(1).nullable().default(null),
      past: z.enum(PASTS).default('month'),
    }),
    args: ['directory'],
    async run(acting, { directory, ...options }) {
      const { db, accountId, services } = acting
      const { folder } = await services.gitRoots.locate(directory)
      const run = await db.write(tx =>
        startGitImport(tx, acting, accountId, { directory: folder, ...options }),
      )
      return { runId: run.id }
    },
    print: ({ runId }) => ({ text: `The run ${runId} imports it.\n` }),
  }),
  past: action({
    summary:
      "Say what becomes of the past: drafts of the weightiest of the last month, all of it history, or what the team's own changelog says, published with its dates. What a person touched stays.",
    role: 'writer',
    input: z.object({ past: z.enum(['month', 'history', 'changelog']) }),
    args: ['past'],
    async run(acting, { past }) {
      const { db, accountId } = acting
      if (past === 'changelog') await publishOwnChangelogs(acting)
      else
        await db.write(tx =>
          past === 'history'
            ? pastAsHistory(tx, accountId)
            : proposeWeightiest(tx, acting, accountId, { keepsMore: false }),
        )
      return historyCounts(db.read, accountId)
    },
    print: ({ drafts, history, published }) => ({
      text: `${drafts} drafts, ${history} in history, ${published} published.\n`,
    }),
  }),
}

/** Throws `not_found` where there is no changelog, and `insufficient_scope` for who may not publish. */
async function publishOwnChangelogs(acting: Acting): Promise<void> {
  acting.requireRole('publisher')
  const { db, account, accountId, services, signal } = acting
  const changelogs = await services.ownChangelogs(accountId, signal)
  if (changelogs.length === 0)
    throw new AppError('not_found', 'No changelog with releases was found, in a directory or on a code host.')
  for (const { texts, ...options } of changelogs)
    await importPast({ db, action: acting }, account, texts, { each: false, prereleases: false, ...options })
}
