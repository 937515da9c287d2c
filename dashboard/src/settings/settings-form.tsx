import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ApiError } from '../api/error.ts'
import { SETTINGS, useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { InvalidFields } from '../parts/form/field.tsx'
import { StateIcon } from '../parts/icon.tsx'
import { Done, Problem } from '../parts/notice.tsx'
import type { KeptFields } from './use-kept-fields.ts'

interface Props<T extends object> {
  fields: KeptFields<T>
  /** Stores the fields that differ. */
  onSave: (changes: Partial<T>) => Promise<unknown>
  /** The keys of the queries that show a change. */
  keys?: readonly string[]
  /** They are the person's own, whatever the role. */
  isOwn?: boolean
  children: ReactNode
}

/** What is said once a change is stored. */
export const saved = (
  <>
    <StateIcon name="check" color="text-kind-green" />
    Saved.
  </>
)

/** Whether a control gets its value at once, and not letter by letter. */
const isPicked = (target: EventTarget): boolean =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type))

/**
 * Settings that owners change and all others read. Each field saves itself: a selection when it is made, a
 * text when the person leaves it or presses Enter. A value that could not be saved stays in the field.
 */
export function SettingsForm<T extends object>({
  fields,
  onSave,
  keys = SETTINGS,
  isOwn = false,
  children,
}: Props<T>) {
  const { may } = useAccount()
  const save = useChange(keys, onSave)
  const isDue = useRef(false)
  /** Saves the fields that differ, after any save that is still running. */
  const send = () => {
    const { changes, isDirty, stored } = fields
    isDue.current = isDirty && save.isPending
    if (isDirty && !save.isPending) save.mutate(changes, { onSuccess: () => stored(changes) })
  }
  useEffect(() => {
    if (isDue.current && !save.isPending) send()
  })
  /** Saves on leaving a field, but not what is being saved or was refused: only Enter sends that again. */
  const leave = () => {
    const isSent = save.isPending || save.isError
    if (!isSent || JSON.stringify(save.variables) !== JSON.stringify(fields.changes)) send()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const discard = () => {
    fields.discard()
    save.reset()
  }
  if (!isOwn && !may('owner'))
    return (
      <fieldset disabled className="grid min-w-0 content-start gap-4">
        <p className="text-quiet">Only owners can change this.</p>
        {children}
      </fieldset>
    )
  return (
    <form
      onSubmit={submit}
      onBlur={leave}
      onChange={({ target }) => {
        isDue.current = isPicked(target)
      }}
      className="relative grid min-w-0 content-start gap-4 [section>&]:not-last:mb-3"
    >
      <InvalidFields value={save.error instanceof ApiError ? save.error.fields : []}>
        {children}
      </InvalidFields>
      <Problem error={save.error} />
      {/* In the gap below the form, so that nothing moves; a refusal has room of its own. */}
      <div
        className={`flex flex-wrap items-center gap-2 ${save.isError ? '' : 'absolute top-full mt-1 text-s'}`}
      >
        <Done>{fields.isDirty ? 'Not saved yet. Kept in this browser.' : save.isSuccess && saved}</Done>
        {fields.isDirty && save.isError && (
          <Button variant="tertiary" onClick={discard}>
            Discard
          </Button>
        )}
      </div>
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  )
}
