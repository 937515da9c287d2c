import { parseArgs } from 'node:util'
import { aPull } from '#testing/pulls.ts'
import { checkedWords } from '../../src/pipeline/judging/wording.ts'
import KEPT from './kept.json' with { type: 'json' }
import PAIRS from './pairs.json' with { type: 'json' }

/**
 * Measures the check of a language model's words: `node tools/words-trial/main.ts [--apart]`. Each row has a passage of a merged pull request in
 * few words, a sentence that is true of it and one or two that are wrong. `kept.json` is kept apart: it was written before the check was
 * changed for the last time, its sentences are shown with `--apart` only, and nobody looks at them while the check is changed.
 */
const { apart: showsApart } = parseArgs({ options: { apart: { type: 'boolean', default: false } } }).values

const VOICE = { product: '', audience: '', guide: '', wordsToUse: [], wordsToAvoid: [] }

type Pair = (typeof PAIRS)[number] & { also?: string }

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

const halves: Record<string, readonly Pair[]> = { open: PAIRS, apart: KEPT }
for (const [name, pairs] of Object.entries(halves)) {
  const refused = pairs
    .map(pair => ({ said: pair.true, fault: faultOf(pair, pair.true) }))
    .filter(({ fault }) => fault !== null)
  const wrong = pairs.flatMap(pair => [pair.turned, pair.also ?? []].flat().map(said => ({ pair, said })))
  const passed = wrong.filter(({ pair, said }) => faultOf(pair, said) === null)
  console.log(
    `${name}: ${pairs.length - refused.length} of ${pairs.length} true sentences passed, ${wrong.length - passed.length} of ${wrong.length} wrong ones were refused`,
  )
  if (name === 'apart' && !showsApart) continue
  for (const { said, fault } of refused) console.log(`  refused: ${said}  (${fault})`)
  for (const { said } of passed) console.log(`  passed: ${said}`)
}
