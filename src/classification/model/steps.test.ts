import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Lexicon } from './lexicon.ts'
import { NUMBERS, placeOfNumber } from './numbers.ts'
import { addSteps, type StepsRead, stepsIn } from './steps.ts'
import { Tokens } from './token.ts'

/** The steps that so many changed files, as a logarithm, have passed. */
function passed(files: number, lexicon: Lexicon, read: StepsRead): string[] {
  const numbers = NUMBERS.map(() => 0)
  numbers[placeOfNumber('size:files')] = files
  const tokens = new Tokens()
  tokens.begin()
  addSteps(tokens, stepsIn(lexicon), numbers, read)
  return tokens.collected().ids.map(id => lexicon.names[id] ?? '')
}

test('each step that a number has passed is read, or the last alone', () => {
  const each = passed(3.5, new Lexicon(), 'each')
  assert.deepEqual(each, ['step:size:files>1', 'step:size:files>2', 'step:size:files>3'])
  assert.deepEqual(passed(3.5, new Lexicon(), 'last'), ['step:size:files>3'])
  assert.deepEqual(passed(0.5, new Lexicon(), 'last'), [])
})

test('the last is that of the steps which the lexicon knows', () => {
  const names = ['step:size:files>1', 'step:size:files>2']
  assert.deepEqual(passed(5, new Lexicon(names), 'last'), ['step:size:files>2'])
})
