import { readTitle } from '#judgement/classification/record/title.ts'
import { withoutComments } from '#platform/markup/markup.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { bodyFacts } from './body-facts.ts'
import type { Fact } from './fact.ts'
import { BACKSTAGE, roleOf } from './file-role.ts'
import { featureNumbersOf, type Numbers } from './numbers.ts'
import { pathFacts } from './path-facts.ts'
import { withoutProductWords } from './product-words.ts'
import { titleFacts } from './title-facts.ts'
import { featureWordsOf, type Word } from './words.ts'

/** A pull request as the model sees it: neither its repository, nor its number, nor its author is in it. */
export interface Features {
  facts: readonly Fact[]
  numbers: Numbers
  words: readonly Word[]
}

const BODY_READ = 1_500
const NO_WORDS: ReadonlySet<string> = new Set()

/** `productWords`: stems of nouns that name things of the repository's own product. */
export function featuresOf(pull: MergedPull, productWords = NO_WORDS): Features {
  const parts = readTitle(pull.title)
  const title = { ...parts, text: withoutProductWords(parts.text, productWords) }
  const body = withoutComments(pull.body).slice(0, BODY_READ)
  const prose = body.replace(/```[\s\S]*?(?:```|$)/g, ' ')
  return {
    facts: [...titleFacts(title, mayChangeTests(pull)), ...pathFacts(pull), ...bodyFacts(pull)],
    numbers: featureNumbersOf(pull, title, body, prose),
    words: featureWordsOf(title.text, prose, pull.files),
  }
}

/** Whether tests may be among what changed: some are, nothing of the product changed, or not all files are known. */
function mayChangeTests({ files, filesChanged }: MergedPull): boolean {
  const roles = files.map(({ path }) => roleOf(path))
  return files.length < filesChanged || roles.includes('test') || roles.every(role => BACKSTAGE.has(role))
}
