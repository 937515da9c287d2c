import { type ReactNode, useState } from 'react'
import { isAimed } from '../aim.ts'
import { Button, type ButtonVariant } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  /** The verb on both buttons. */
  verb: string
  /** The accessible name of the button, if a list has several. */
  label: string
  question: string
  /** The look of the button that opens the question. */
  variant?: ButtonVariant
  className?: string
  disabled?: boolean
  children: ReactNode
  onConfirm: () => void
  /** A choice of how to do it. */
  subject?: ReactNode
}

/** A button for an action that cannot be undone: it asks first, and says what will happen. */
export function Confirm({
  verb,
  label,
  question,
  children,
  onConfirm,
  subject,
  variant = 'tertiary',
  ...button
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const answer = (isWanted: boolean) => {
    setOpen(false)
    if (isWanted) onConfirm()
  }
  return (
    <>
      <Button variant={variant} aria-label={label} {...button} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      {isOpen && (
        <Question title={question} verb={verb} variant="danger" subject={subject} onAnswer={answer}>
          {children}
        </Question>
      )}
    </>
  )
}

interface QuestionProps {
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
export function Question({ title, verb, variant, other, children, subject, onAnswer }: QuestionProps) {
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
