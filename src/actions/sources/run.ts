import { z } from 'zod'
import { requireRun } from '#accounts/runs.ts'
import { RUN_ROLES, stopRun } from '#pipeline/shown-runs.ts'
import { AppError } from '#platform/errors.ts'
import { action, idOf } from '../action.ts'

/** Actions on runs of long work. */
export const run = {
  stop: action({
    summary: 'Stop an import, a backfill, a rewording or a translation. What it did stays.',
    role: 'writer',
    input: z.object({ id: idOf('run').meta({ placeholder: 'RUN' }) }),
    args: ['id'],
    async run(acting, { id }) {
      const run = await requireRun(acting.db.read, acting.accountId, id)
      acting.requireRole(RUN_ROLES[run.kind])
      if (!(await acting.db.write(tx => stopRun(tx, acting, run))))
        throw new AppError('conflict', 'It has ended already.')
      return { stopped: true }
    },
    print: () => ({ text: 'It is stopped.\n' }),
  }),
}
