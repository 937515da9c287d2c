import { caseOf } from '#classification/classifier.ts'
import { type Loaded, theModel } from '#classification/model/loaded.ts'
import { type Viewed, viewsOf } from '#classification/model/view.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** What the model makes of a pull request by itself. */
export function aView(pull: MergedPull, loaded: Loaded = theModel()): Viewed {
  const [view] = viewsOf(loaded, [caseOf(pull)], null)
  if (!view) throw new Error('What is looked at has a view.')
  return view
}
