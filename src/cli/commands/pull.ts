import { accountByPublicId } from '#accounts/account.ts'
import { PLACES } from '#entries/ledger.ts'
import { AppError } from '#kit/app-error.ts'
import { isoOf } from '#kit/clock.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import { listPulls } from '#pulls/pull-requests.ts'
import { command } from '../command.ts'
import { withService } from '../with-service.ts'
import { requireAccountId } from './account.ts'

export const listCommand = command({
  usage: `pull list --account ID [--state ${PLACES.join('|')}]`,
  summary: "Lists an account's pull requests and where the ledger has each, the latest merge first.",
  options: { account: { type: 'string' }, state: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id, state }, _, context) =>
    withService(context, async service => {
      const place = PLACES.find(one => one === state)
      if (state !== undefined && !place)
        throw new AppError('wrong_usage', `--state is one of ${PLACES.join(', ')}.`)
      const account = await accountByPublicId(service.db.read, requireAccountId(id))
      const pulls = await listPulls(service.db.read, { accountId: account.id, place })
      return {
        json: { pulls: pulls.map(publicForm) },
        text: pulls.map(lineOf).join('') || 'No pull requests.\n',
      }
    }),
})

type Pull = Awaited<ReturnType<typeof listPulls>>[number]

function publicForm({ id, place, url, merged_at, merge_commit, ...rest }: Pull) {
  return { pr_id: id, ...rest, state: place, codehost_url: url, merged_at: isoOf(merged_at), merge_commit }
}

function lineOf(pull: Pull): string {
  const reference = referenceOf({ ...pull, mergeCommit: pull.merge_commit })
  return `${pull.id}  ${pull.place.padEnd(12)}  ${reference}  ${pull.title}\n`
}
