import type { ReactNode } from 'react'
import { isAimed } from '../aim.ts'
import { Button, type ButtonVariant } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  /** The text of the button that confirms. */
  verb: string
  variant: ButtonVariant
  /** A button for another answer. */
  other?: ReactNode
  children: ReactNode
  /** The object of the question, shown below it. */
  subject?: ReactNode
  onAnswer: (isWanted: boolean) => void
}

/** A question that says what will happen. The action runs only if the person confirms it by a click that is meant for this question. */
export function Question({ title, verb, variant, other, children, subject, onAnswer }: Props) {
  return (
    <Dialog role="alertdialog" title={title} onClose={() => onAnswer(false)}>
      <p className="text-quiet">{children}</p>
      {subject}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onAnswer(false)}>Cancel</Button>
        <Button variant={variant} onClick={event => isAimed(event) && onAnswer(true)}>
          {verb}
        </Button>
        {other}
      </div>
    </Dialog>
  )
}
