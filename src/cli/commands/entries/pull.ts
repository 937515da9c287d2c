import { pullForm, pullLine } from '#actions/entries/pull.ts'
import { LEDGER_PLACES } from '#changelog/ledger/places.ts'
import { command } from '#cli/command.ts'
import { choice, flag } from '#cli/options.ts'
import { accountCommand, withService } from '#cli/with-service.ts'
import type { Classification, Evidence } from '#judgement/classification/classification.ts'
import { standingDecisions } from '#judgement/classification/decisions.ts'
import { unknownId } from '#platform/errors.ts'
import { isUuid } from '#platform/ids.ts'
import { listPulls } from '#pulls/ledger-page.ts'

export const listCommand = accountCommand({
  usage: 'pull list',
  summary: "List an account's pull requests and their place in the ledger, latest merge first.",
  options: { state: choice(LEDGER_PLACES) },
  async run(account, { db }, { state: place }) {
    const pulls = await listPulls(db.read, { accountId: account.id, place })
    return {
      json: { pulls: pulls.map(pullForm) },
      text: pulls.map(pullLine).join('') || 'No pull requests.\n',
    }
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
      if (!pull) throw unknownId('pull request', id, 'pull list')
      const decision = (await standingDecisions(db.read, [id])).get(id)?.classification
      const evidence = isAsked ? (decision?.evidence ?? []) : undefined
      return {
        json: { ...pullForm(pull), ...(evidence && { evidence }) },
        text: [
          pullLine(pull),
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
