import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Store } from '../../store.ts'
import { isAimed } from '../aim.ts'
import { Button, type ButtonVariant } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface Asking {
  title: string
  /** The text of the button that confirms. */
  verb: string
  variant?: ButtonVariant
  /** What will happen. */
  text: ReactNode
  /** The object of the question, or a choice of how to do it, shown below it. */
  subject?: ReactNode
  /** A button for another answer, which is the main one. */
  other?: { label: string; run: () => void }
}

class QuestionStore extends Store {
  #asked: (Asking & { answer: (isWanted: boolean) => void }) | null = null

  ask(question: Asking): Promise<boolean> {
    this.refuse()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const answer = (isWanted: boolean) => {
      this.#asked = null
      this.changed()
      resolve(isWanted)
    }
    this.#asked = { ...question, answer }
    this.changed()
    return promise
  }

  refuse(): void {
    this.#asked?.answer(false)
  }

  readonly current = () => this.#asked
}

const questions = new QuestionStore()

/** Asks a question over the page, and resolves to whether the person confirmed. Leaving the page refuses. */
export const ask = (question: Asking): Promise<boolean> => questions.ask(question)

/** Shows the question that is asked at the moment: what will happen, which takes a click that is meant for this question. */
export function Questions() {
  const router = useRouter()
  const question = useSyncExternalStore(questions.subscribe, questions.current)
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && questions.refuse()),
    [router],
  )
  if (!question) return null
  const { title, text, subject, other, answer, verb, variant = 'primary' } = question
  return (
    <Dialog key={title} role="alertdialog" title={title} onClose={() => answer(false)}>
      <p className="text-quiet">{text}</p>
      {subject}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => answer(false)}>Cancel</Button>
        <Button variant={variant} onClick={event => isAimed(event) && answer(true)}>
          {verb}
        </Button>
        {other && (
          <Button
            variant="primary"
            onClick={() => {
              answer(false)
              other.run()
            }}
          >
            {other.label}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
