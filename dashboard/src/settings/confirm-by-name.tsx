import type { ReactNode } from 'react'
import { type Act, useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { DialogButton } from '../parts/overlay/dialog-button.tsx'

interface Props {
  verb: string
  /** The text of the button that asks, and its accessible name, which the question repeats. */
  opener: string
  label: string
  /** What will happen. */
  children: ReactNode
  /** Sends the name that was typed, which the server compares. */
  send: (act: Act, input: { name: string }) => Promise<unknown>
}

/** A button for what concerns the whole account and cannot be undone: the owner types the name of the account first. */
export const ConfirmByName = ({ opener, label, children, ...form }: Props) => (
  <DialogButton verb={opener} label={label} variant="danger" title={`${label}?`}>
    {close => (
      <>
        <p className="text-quiet text-pretty">{children}</p>
        <NameForm {...form} onClose={close} />
      </>
    )}
  </DialogButton>
)

function NameForm({ verb, send, onClose }: Pick<Props, 'verb' | 'send'> & { onClose: () => void }) {
  const { name } = useAccount()
  const { values, bind } = useFields({ name: '' })
  const change = useChange(act => send(act, values), onClose)
  return (
    <Form verb={verb} variant="danger" change={change} onCancel={onClose}>
      <Field label={`Type “${name}” to confirm`} autoComplete="off" required {...bind('name')} />
    </Form>
  )
}
