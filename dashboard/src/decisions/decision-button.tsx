import type { ComponentProps } from 'react'
import { isAimed } from '../parts/aim.ts'
import { Button } from '../parts/button.tsx'
import { ask } from '../parts/overlay/confirm.tsx'
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
  const isPublic = decision.action === 'entry publish'
  const makeSure = async () => {
    const text = 'This button has just replaced another one under your pointer.'
    if (await ask({ title: `Publish ${subject}?`, verb: 'Publish', text })) onClick()
  }
  return <Button {...button} onClick={event => (isPublic && !isAimed(event) ? void makeSure() : onClick())} />
}
