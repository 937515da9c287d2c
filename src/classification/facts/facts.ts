import type { MergedPull } from '#pulls/pull-request.ts'
import { readTitle } from '../signals/title.ts'
import { bodyFacts, sizeFacts } from './body-facts.ts'
import type { Fact } from './fact.ts'
import { pathFacts } from './path-facts.ts'
import { titleFacts } from './title-facts.ts'

/** All facts about a pull request. */
export const factsOf = (pull: MergedPull): Fact[] => [
  ...titleFacts(readTitle(pull.title)),
  ...pathFacts(pull),
  ...bodyFacts(pull),
  ...sizeFacts(pull),
]
