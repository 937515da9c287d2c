import { parseArgs } from 'node:util'
import { aPull } from '#testing/pulls.ts'
import { checkedWords } from '../../src/pipeline/judging/wording.ts'
import PAIRS from './pairs.json' with { type: 'json' }

/**
 * Measures the check of a language model's words: `node tools/words-trial/main.ts [--apart]`. Each row of `pairs.json` has a passage of a merged
 * pull request in few words, a sentence that is true of it and one that turns it round. Rows at odd places are kept apart: their sentences
 * are shown with `--apart` only, and nobody looks at them while the check is changed.
 */
const { apart: showsApart } = parseArgs({ options: { apart: { type: 'boolean', default: false } } }).values

const VOICE = { product: '', audience: '', guide: '', wordsToUse: [], wordsToAvoid: [] }

type Pair = (typeof PAIRS)[number]

/** Stands in a pull request and as the headline beside a sentence of the body, so that nothing is found in the headline. */
const APART = 'Apricots ripen in the garden'

/** What is wrong with a sentence, as a headline where it has no full stop, else in the body. */
function faultOf({ title, passage }: Pair, said: string): string | null {
  const pull = aPull({ title, body: `${passage}\n\n${APART}.` })
  const statement = { text: said, from: passage }
  const words = said.endsWith('.')
    ? { headline: { text: APART, from: APART }, sentences: [statement], steps: [] }
    : { headline: statement, sentences: [], steps: [] }
  const checked = checkedWords(pull, words, { voice: VOICE, language: 'en' })
  return 'faults' in checked ? checked.faults.map(({ fault }) => fault).join(' | ') : null
}

const halves = { open: PAIRS.filter((_, at) => at % 2 === 0), apart: PAIRS.filter((_, at) => at % 2 === 1) }
for (const [name, pairs] of Object.entries(halves)) {
  const refused = pairs
    .map(pair => ({ said: pair.true, fault: faultOf(pair, pair.true) }))
    .filter(({ fault }) => fault !== null)
  const passed = pairs.filter(pair => faultOf(pair, pair.turned) === null)
  const right = (wrong: readonly unknown[]) => `${pairs.length - wrong.length} of ${pairs.length}`
  console.log(`${name}: ${right(refused)} true sentences passed, ${right(passed)} turned ones were refused`)
  if (name === 'apart' && !showsApart) continue
  for (const { said, fault } of refused) console.log(`  refused: ${said}  (${fault})`)
  for (const { turned } of passed) console.log(`  passed: ${turned}`)
}
