import type { ReactNode } from 'react'
import { type Act, useChange } from '../api/use-change.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { Problem } from './notice.tsx'
import { ask } from './overlay/confirm.tsx'

interface Props<R> {
  verb: string
  /** The accessible name of the button, if a list has several. */
  label?: string
  variant?: ButtonVariant
  disabled?: boolean
  send: (act: Act) => Promise<R>
  onSuccess?: (result: R) => unknown
  /** Asked first, for a change that cannot be undone. `children` says what will happen. */
  question?: string
  children?: ReactNode
}

/** A button that sends a change, with the reason if that failed. */
export function ChangeButton<R>(props: Props<R>) {
  const { verb, label, variant, disabled, send, onSuccess, question, children } = props
  const change = useChange(send, onSuccess)
  const press = async () => {
    if (!question || (await ask({ title: question, verb, variant: 'danger', text: children })))
      change.mutate()
  }
  return (
    <>
      <Button
        {...{ variant, disabled }}
        className="justify-self-start"
        aria-label={label}
        busy={change.isPending}
        onClick={() => void press()}
      >
        {verb}
      </Button>
      <Problem error={change.error} />
    </>
  )
}
