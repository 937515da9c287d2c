import { accountByPublicId } from '#accounts/account.ts'
import { handEditorInBackground } from '#app/background.ts'
import { PLACES } from '#changelog/ledger/places.ts'
import { command } from '#cli/command.ts'
import { operator, withService } from '#cli/with-service.ts'
import { KINDS, MAGNITUDES, VISIBILITIES } from '#judgement/classification/classification.ts'
import { type Override, overrideClassification, pullNotFound } from '#pipeline/judging/overrides.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'
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

export const classifyCommand = command({
  usage: `pull classify ID [--visibility ${VISIBILITIES.join('|')}] [--kind K] [--magnitude ${MAGNITUDES.join('|')}]`,
  summary: "Puts a person's decision in place of the machine's; what is left out stays as it was decided.",
  options: { visibility: { type: 'string' }, kind: { type: 'string' }, magnitude: { type: 'string' } },
  arguments: [1, 1],
  run: ({ visibility, kind, magnitude }, [id = ''], context) =>
    withService(context, async service => {
      const override: Override = {
        ...chosen('visibility', visibility, VISIBILITIES),
        ...chosen('kind', kind, KINDS),
        ...chosen('magnitude', magnitude, MAGNITUDES),
      }
      if (Object.keys(override).length === 0)
        throw new AppError('wrong_usage', 'Say at least one of --visibility, --kind and --magnitude.')
      const record = isUuid(id) ? (await pullsById(service.db.read, [id])).get(id) : undefined
      if (!record) throw pullNotFound(id)
      const editor = await handEditorInBackground(service.background, record)
      const { accountId } = await service.db.write(tx =>
        overrideClassification(tx, operator(service), editor, id, override),
      )
      const [pull] = await listPulls(service.db.read, { accountId, id })
      if (!pull) throw new Error('What was classified is in the ledger.')
      return { json: publicForm(pull), text: lineOf(pull) }
    }),
})

function chosen<Name extends string, Value extends string>(
  name: Name,
  text: string | undefined,
  values: readonly Value[],
): Partial<Record<Name, Value>> {
  if (text === undefined) return {}
  const value = values.find(one => one === text)
  if (!value) throw new AppError('wrong_usage', `--${name} is one of ${values.join(', ')}.`)
  return { [name]: value } as Record<Name, Value>
}

type Pull = Awaited<ReturnType<typeof listPulls>>[number]

function publicForm({ id, place, url, merged_at, merge_commit, promoted_at, ...rest }: Pull) {
  return {
    pr_id: id,
    ...rest,
    state: place,
    codehost_url: url,
    merged_at: isoOf(merged_at),
    merge_commit,
    already_promoted: promoted_at !== null,
  }
}

function lineOf(pull: Pull): string {
  const reference = referenceOf({ ...pull, mergeCommit: pull.merge_commit })
  return `${pull.id}  ${pull.place.padEnd(12)}  ${reference}  ${pull.title}${pull.place === 'unclassified' && pull.classification_error ? `  [${pull.classification_error}]` : ''}\n`
}
