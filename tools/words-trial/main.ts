import { parseArgs } from 'node:util'
import { NO_GUIDANCE } from '#testing/guidance.ts'
import { aPull } from '#testing/pulls.ts'
import { mapConcurrently } from '../../src/platform/concurrency.ts'
import { openMeasuredModel } from '../evaluation/model.ts'
import KEPT from './kept.json' with { type: 'json' }
import PAIRS from './pairs.json' with { type: 'json' }

/**
 * Measures the check of a language model's words, with the configured language model as its proofreader: `node tools/words-trial/main.ts [--apart]`. Each row has a passage of a merged pull request in
 * few words, a sentence that is true of it and one or two that are wrong. `kept.json` is kept apart: it was written before the check was
 * changed for the last time, its sentences are shown with `--apart` only, and nobody looks at them while the check is changed.
 */
const { apart: showsApart } = parseArgs({ options: { apart: { type: 'boolean', default: false } } }).values

await using measured = await openMeasuredModel()
const { asking } = measured

type Pair = (typeof PAIRS)[number] & { also?: string }

/** A sentence that is in every pull request. It serves as the headline where a body is checked, so that the headline has no fault. */
const APART = 'Apricots ripen in the garden'

/** The fault that the check finds in a sentence, which is taken as a headline when it has no full stop and as the body otherwise. */
async function faultOf({ title, passage }: Pair, said: string): Promise<string | null> {
  const pull = aPull({ title, body: `${passage}\n\n${APART}.` })
  const statement = { text: said, from: passage }
  const words = said.endsWith('.')
    ? { headline: { text: APART, from: APART }, sentences: [statement], steps: [] }
    : { headline: statement, sentences: [], steps: [] }
  const checked = await asking.check(pull, words, NO_GUIDANCE)
  if ('silence' in checked) throw new Error(`The model does not answer: ${checked.silence}.`)
  return 'faults' in checked ? checked.faults.map(({ fault }) => fault).join(' | ') : null
}

const faultsOf = (rows: readonly { pair: Pair; said: string }[]) =>
  mapConcurrently(rows, asking.account.model.atOnce, async ({ pair, said }) => ({
    said,
    fault: await faultOf(pair, said),
  }))

const halves: Record<string, readonly Pair[]> = { open: PAIRS, apart: KEPT }
for (const [name, pairs] of Object.entries(halves)) {
  const right = await faultsOf(pairs.map(pair => ({ pair, said: pair.true })))
  const wrong = await faultsOf(
    pairs.flatMap(pair => [pair.turned, pair.also ?? []].flat().map(said => ({ pair, said }))),
  )
  const refused = right.filter(({ fault }) => fault !== null)
  const passed = wrong.filter(({ fault }) => fault === null)
  console.log(
    `${name}: ${right.length - refused.length} of ${right.length} true sentences passed, ${wrong.length - passed.length} of ${wrong.length} wrong ones were refused`,
  )
  if (name === 'apart' && !showsApart) continue
  for (const { said, fault } of refused) console.log(`  refused: ${said}  (${fault})`)
  for (const { said } of passed) console.log(`  passed: ${said}`)
}
console.log(await measured.spent())
