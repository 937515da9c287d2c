import { useState } from 'react'
import { type Act, useChange } from '../../api/use-change.ts'
import { Problem } from '../notice.tsx'
import { Checkbox } from './checkbox.tsx'

interface Props {
  label: string
  hint?: string
  /** The stored value. */
  checked: boolean
  send: (act: Act, checked: boolean) => Promise<unknown>
}

/** A checkbox that saves itself. */
export function SavedCheckbox({ checked, send, ...texts }: Props) {
  const { mutate, error } = useChange(send)
  /** The value that was asked for, until it is stored. It shows at once, before the change is known to be on its way. */
  const [asked, setAsked] = useState<boolean | null>(null)
  const ask = (is: boolean) => {
    setAsked(is)
    mutate(is, { onSettled: () => setAsked(null) })
  }
  return (
    <>
      <Checkbox {...texts} checked={asked ?? checked} busy={asked !== null} onChange={ask} />
      <Problem error={error} />
    </>
  )
}
