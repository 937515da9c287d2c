import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { Problem } from '../notice.tsx'
import { Checkbox } from './checkbox.tsx'

interface Props {
  label: string
  hint?: string
  /** The stored value. */
  checked: boolean
  send: (checked: boolean) => Promise<unknown>
  /** The keys of the queries that show the change. */
  keys: readonly string[]
}

/** A checkbox that saves itself. */
export function SavedCheckbox({ checked, send, keys, ...texts }: Props) {
  const { mutate, error } = useChange(keys, send)
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
