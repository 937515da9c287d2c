import { type ReactNode, useState } from 'react'
import { isAimed } from '../aim.ts'
import { Button, type ButtonVariant } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  /** The verb on both buttons. */
  verb: string
  /** The accessible name of the button, where several stand in a list. */
  label: string
  question: string
  /** The look of the button that asks. */
  variant?: ButtonVariant
  className?: string
  disabled?: boolean
  children: ReactNode
  onConfirm: () => void
  other?: OtherAnswer | undefined
}

/** Another way to say yes, and what it means. */
interface OtherAnswer {
  verb: string
  hint: string
  onPick: () => void
}

/** A button for what cannot be undone: it asks first, and says what will happen. */
export function Confirm({
  verb,
  label,
  question,
  children,
  onConfirm,
  other,
  variant = 'tertiary',
  ...button
}: Props) {
  const [isOpen, setOpen] = useState(false)
  const answer = (isWanted: boolean) => {
    setOpen(false)
    if (isWanted) onConfirm()
  }
  const pickOther = () => {
    setOpen(false)
    other?.onPick()
  }
  return (
    <>
      <Button variant={variant} aria-label={label} {...button} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      {isOpen && (
        <Question
          title={question}
          verb={verb}
          variant="danger"
          other={other && <Button onClick={pickOther}>{other.verb}</Button>}
          onAnswer={answer}
        >
          {children} {other?.hint}
        </Question>
      )}
    </>
  )
}

interface QuestionProps {
  title: string
  /** The text of the button that says yes. */
  verb: string
  variant: ButtonVariant
  /** A button for what else the answer may be. */
  other?: ReactNode
  children: ReactNode
  /** What the question is about, shown below it. */
  subject?: ReactNode
  onAnswer: (isWanted: boolean) => void
}

/** Says what will happen, and does it only when the person says so, by a click that is meant for this question. */
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
