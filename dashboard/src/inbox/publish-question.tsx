import { Button } from '../parts/button.tsx'
import { Question } from '../parts/overlay/confirm.tsx'
import type { InboxRow } from './queries.ts'

export interface Asked {
  rows: readonly InboxRow[]
  /** How many of the entries need words. */
  thin: number
}

interface Props {
  asked: Asked
  onAnswer: (isWanted: boolean) => void
  onEdit: () => void
}

/** A question before many entries are published at once, or any whose words say too little. */
export function PublishQuestion({ asked: { rows, thin }, onAnswer, onEdit }: Props) {
  const title = rows[0]?.title ?? ''
  if (rows.length === 1)
    return (
      <Question
        title="Publish it as it is?"
        verb="Publish"
        variant="secondary"
        other={
          <Button variant="primary" onClick={onEdit}>
            Edit
          </Button>
        }
        onAnswer={onAnswer}
      >
        “{title}” needs words: it may tell customers too little. It goes out in 10 seconds. Until then, undo
        takes it back.
      </Question>
    )
  return (
    <Question
      title={`Publish ${rows.length} entries?`}
      verb={`Publish ${rows.length}`}
      variant={thin > 0 ? 'secondary' : 'primary'}
      onAnswer={onAnswer}
    >
      {thin > 0 && `${thin} of them ${thin === 1 ? 'needs' : 'need'} words. `}“{title}” and {rows.length - 1}{' '}
      more go out in 10 seconds, dated today. Until then, undo takes all of them back.
    </Question>
  )
}
