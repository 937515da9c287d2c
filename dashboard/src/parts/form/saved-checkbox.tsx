import { useChange } from '../../api/use-change.ts'
import { Problem } from '../notice.tsx'
import { Checkbox } from './checkbox.tsx'

interface Props {
  label: string
  hint?: string
  /** The stored value. */
  checked: boolean
  disabled?: boolean
  send: (checked: boolean) => Promise<unknown>
  /** The keys of the queries that show the change. */
  keys: readonly string[]
}

/** A checkbox that saves itself. */
export function SavedCheckbox({ checked, disabled = false, send, keys, ...texts }: Props) {
  const save = useChange(keys, send)
  return (
    <>
      <Checkbox
        {...texts}
        checked={save.isPending ? save.variables : checked}
        disabled={disabled || save.isPending}
        onChange={is => save.mutate(is)}
      />
      <Problem error={save.error} />
    </>
  )
}
