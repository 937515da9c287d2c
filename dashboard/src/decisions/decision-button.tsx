import { type ComponentProps, useState } from 'react'
import { isAimed } from '../parts/aim.ts'
import { Button } from '../parts/button.tsx'
import { Question } from '../parts/overlay/confirm.tsx'
import type { Decision } from './decision.ts'

interface Props extends ComponentProps<typeof Button> {
  decision: Decision
  /** The id of the entry or pull request that the decision is about. */
  subject: string
  onClick: () => void
}

/**
 * A button for a decision. If it publishes and appeared under a pointer that did not move, it asks first, because the click may have been
 * meant for what was there before. Pass the entry's id as `key`, so that the next entry has a button of its own.
 */
export function DecisionButton({ decision, subject, onClick, ...button }: Props) {
  const [isAsked, setAsked] = useState(false)
  const isPublic = decision.action === 'entry publish'
  return (
    <>
      <Button {...button} onClick={event => (isPublic && !isAimed(event) ? setAsked(true) : onClick())} />
      {isAsked && (
        <Question
          title={`Publish ${subject}?`}
          verb="Publish"
          variant="primary"
          onAnswer={isWanted => {
            setAsked(false)
            if (isWanted) onClick()
          }}
        >
          The button has only just come under the pointer, in the place of another.
        </Question>
      )}
    </>
  )
}
