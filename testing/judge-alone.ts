import type { Editor, Judged } from '#pipeline/editor.ts'
import type { MergedPull } from '#pulls/pull-request.ts'

/** What is decided about one merge with nothing known beside it. */
export function judgeAlone(editor: Editor, pull: MergedPull): Judged {
  const classification = editor.classify(pull)
  const pitch = classification.visibility === 'user-facing' ? editor.write(pull) : null
  return { pull, classification, inputHash: editor.inputHash(pull), pitch }
}
