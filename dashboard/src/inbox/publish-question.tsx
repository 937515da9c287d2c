import { Question } from '../parts/overlay/confirm.tsx'
import type { InboxRow } from './queries.ts'

interface Props {
  rows: readonly InboxRow[]
  onAnswer: (isWanted: boolean) => void
}

/** Asked before many entries are published at once. */
export const PublishQuestion = ({ rows, onAnswer }: Props) => (
  <Question
    title={`Publish ${rows.length} entries?`}
    verb={`Publish ${rows.length}`}
    variant="primary"
    onAnswer={onAnswer}
  >
    “{rows[0]?.title}” and {rows.length - 1} more go out in 10 seconds, dated today. Until then, undo takes
    all of them back.
  </Question>
)
