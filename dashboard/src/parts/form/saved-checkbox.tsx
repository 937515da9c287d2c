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
  const { isPending, variables, mutate, error } = useChange(keys, send)
  return (
    <>
      <Checkbox
        {...texts}
        checked={isPending ? variables : checked}
        busy={isPending}
        onChange={is => mutate(is)}
      />
      <Problem error={error} />
    </>
  )
}
