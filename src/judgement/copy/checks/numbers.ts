import type { Check } from './check.ts'
import { knows, numbersIn, wordsOf } from './source.ts'

const SPELLED: Record<string, string> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  dozen: '12',
  twenty: '20',
  thirty: '30',
  fifty: '50',
  hundred: '100',
  thousand: '1000',
  million: '1000000',
  billion: '1000000000',
}
/** Amounts that no digit stands for. */
const AMOUNTS =
  /^(?:half|halve[sd]?|double[sd]?|twice|triple[sd]?|tenfold|percent|hundreds|thousands|millions)$/

/** Every number is in the source, in digits or as a word. */
export const numbers: Check = ({ headline, body }, source) => {
  const text = `${headline}\n${body}`
  const unknown =
    numbersIn(text).find(number => !source.numbers.has(number)) ??
    wordsOf(text.toLowerCase()).find(
      word =>
        (word in SPELLED && !knows(source, word) && !source.numbers.has(SPELLED[word] ?? '')) ||
        (AMOUNTS.test(word) && !knows(source, word)),
    )
  return unknown === undefined ? null : `say "${unknown}", which the pull request does not`
}
