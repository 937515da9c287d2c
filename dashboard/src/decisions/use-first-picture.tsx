import { useState } from 'react'
import { Question } from '../parts/overlay/confirm.tsx'

/** Before the first picture of an account goes out: has a person look at it once more. `ask` runs what they were about to do. */
export function useFirstPicture() {
  const [asked, setAsked] = useState<(() => void) | null>(null)
  const answer = (isWanted: boolean) => {
    setAsked(null)
    if (isWanted) asked?.()
  }
  return {
    ask: (isFirst: boolean, run: () => void) => (isFirst ? setAsked(() => run) : run()),
    question: asked && (
      <Question
        title="Is the picture fit to be seen by everyone?"
        verb="Yes, go on"
        variant="primary"
        onAnswer={answer}
      >
        It is the first picture that goes out from this account. Look for names and addresses of real
        customers, in a recording from its beginning to its end.
      </Question>
    ),
  }
}
