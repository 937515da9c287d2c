import { handEditorInBackground } from '#app/background.ts'
import { clearPromotion, markAnnouncedElsewhere } from '#changelog/entries/promotion.ts'
import { LEDGER_PLACES } from '#changelog/ledger/places.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, choice, flag } from '#cli/options.ts'
import { operator, withAccount, withService } from '#cli/with-service.ts'
import {
  type Classification,
  type Evidence,
  KINDS,
  MAGNITUDES,
  VISIBILITIES,
} from '#judgement/classification/classification.ts'
import { standingDecisions } from '#judgement/classification/decisions.ts'
import { overrideClassification, pullNotFound } from '#pipeline/judging/overrides.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { listPulls } from '#pulls/ledger-page.ts'
import { referenceOf } from '#pulls/pull-request.ts'
import { pullsById } from '#pulls/pull-requests.ts'

export const listCommand = command({
  usage: 'pull list',
  summary: "List an account's pull requests and their place in the ledger, latest merge first.",
  options: { account: ACCOUNT, state: choice(LEDGER_PLACES) },
  run({ account: id, state: place }, _, context) {
    return withAccount(context, id, async (account, { db }) => {
      const pulls = await listPulls(db.read, { accountId: account.id, place })
      return {
        json: { pulls: pulls.map(publicForm) },
        text: pulls.map(lineOf).join('') || 'No pull requests.\n',
      }
    })
  },
})

export const showCommand = command({
  usage: 'pull show ID',
  summary:
    'Show a pull request, its place in the ledger and its classification. --evidence adds what spoke for and against it.',
  options: { evidence: flag },
  run: ({ evidence: isAsked }, [id = ''], context) =>
    withService(context, async ({ db }) => {
      const [pull] = isUuid(id) ? await listPulls(db.read, { id }) : []
      if (!pull) throw pullNotFound(id)
      const decision = (await standingDecisions(db.read, [id])).get(id)?.classification
      const evidence = isAsked ? (decision?.evidence ?? []) : undefined
      return {
        json: { ...publicForm(pull), ...(evidence && { evidence }) },
        text: [
          lineOf(pull),
          decision ? decisionText(decision) : '',
          ...(evidence ?? []).map(evidenceLine),
        ].join(''),
      }
    }),
})

const decisionText = ({
  visibility,
  kind,
  magnitude,
  confidence,
  score,
  layer,
  reason,
  notLive,
}: Classification) =>
  `${visibility} ${kind}, ${magnitude}, ${confidence} confidence (${score.toFixed(2)}), decided by: ${layer}\n${reason}\n${notLive ? `${notLive}\n` : ''}`

/** Weights above zero speak for user-facing, below for internal. */
const evidenceLine = ({ weight, source, detail }: Evidence): string =>
  `${weight < 0 ? '' : '+'}${weight.toFixed(2)}  ${source.padEnd(12)}  ${detail}\n`

export const classifyCommand = command({
  usage: 'pull classify ID',
  summary: "Override the machine's classification. Options that are left out keep their value.",
  options: { visibility: choice(VISIBILITIES), kind: choice(KINDS), magnitude: choice(MAGNITUDES) },
  run(override, [id = ''], context) {
    if (Object.values(override).every(value => value === undefined))
      throw new AppError('wrong_usage', 'Give at least one of --visibility, --kind and --magnitude.')
    return withService(context, async service => {
      const record = isUuid(id) ? (await pullsById(service.db.read, [id])).get(id) : undefined
      if (!record) throw pullNotFound(id)
      const editor = await handEditorInBackground(service.background, record)
      const { accountId } = await service.db.write(tx =>
        overrideClassification(tx, operator(service), editor, id, override),
      )
      const [pull] = await listPulls(service.db.read, { accountId, id })
      if (!pull) throw new Error('The classified pull request is missing from the ledger.')
      return { json: publicForm(pull), text: lineOf(pull) }
    })
  },
})

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

export const promotedCommand = command({
  usage: 'pull promoted ID',
  summary: 'Mark a pull request as announced elsewhere. --clear removes the mark.',
  options: { clear: flag },
  run: ({ clear }, [id = ''], context) =>
    withService(context, async service => {
      const change = clear ? clearPromotion : markAnnouncedElsewhere
      const { promotedAt, promotedBy } = await service.db.write(tx => change(tx, operator(service), id))
      const at = promotedAt === null ? null : isoOf(promotedAt)
      return {
        json: { pr_id: id, already_promoted: at !== null, promoted_at: at, promoted_by: promotedBy },
        text: at === null ? 'Not announced yet.\n' : `Announced since ${at}, by ${promotedBy}.\n`,
      }
    }),
})
