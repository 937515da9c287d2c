import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { connection } from '../api/connection.ts'
import { ApiError, isUnreachable } from '../api/error.ts'
import { type Act, tellUnsaved, useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { InvalidFields } from '../parts/form/form.tsx'
import { StateIcon } from '../parts/icon.tsx'
import { Done, Problem } from '../parts/notice.tsx'
import type { KeptFields } from './use-kept-fields.ts'

interface Props<T extends object> {
  fields: KeptFields<T>
  /** Stores the fields that differ. */
  onSave: (act: Act, changes: Partial<T>) => Promise<unknown>
  /** Whether the person may change them, whatever the role. */
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
export function SettingsForm<T extends object>({ fields, onSave, isOwn = false, children }: Props<T>) {
  const { may } = useAccount()
  const mayChange = isOwn || may('owner')
  const { changes, safe, isDirty, stored } = fields
  const save = useChange(onSave, (_, sent) => stored(sent))
  const send = (wanted: Partial<T>) => {
    if (Object.keys(wanted).length > 0) save.mutate(wanted)
  }
  const isPickedNow = useRef(false)
  useEffect(() => {
    if (isPickedNow.current) send(safe)
    isPickedNow.current = false
  })
  /** Saves on leaving a field or the page, but not what is being saved or was refused, nor over what somebody else stored: only Enter does. */
  const leave = () => {
    const isSent = save.isPending || save.isError
    if (!isSent || JSON.stringify(save.variables) !== JSON.stringify(safe)) send(safe)
  }
  const sendAgain = useEffectEvent(() => {
    if (isUnreachable(save.error) && connection.state() === 'online') send(safe)
  })
  useEffect(() => connection.subscribe(() => sendAgain()), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(changes)
  }
  const discard = () => {
    fields.discard()
    save.reset()
  }
  const conflict = !save.isPending && fields.conflict
  const isStopped = isDirty && (save.isError || conflict)
  const leavePage = useEffectEvent(() => {
    if (mayChange) leave()
    if (isStopped) tellUnsaved(save.error?.message ?? `${conflict}`)
  })
  useEffect(() => {
    const close = () => leavePage()
    addEventListener('pagehide', close)
    return () => {
      removeEventListener('pagehide', close)
      leavePage()
    }
  }, [])
  if (!mayChange)
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
        isPickedNow.current = isPicked(target)
      }}
      className="relative grid min-w-0 content-start gap-4 [section>&]:not-last:mb-3"
    >
      <InvalidFields value={save.error instanceof ApiError ? save.error.fields : []}>
        {children}
      </InvalidFields>
      <Problem error={save.error} />
      {/* In the gap below the form, so that nothing moves; a refusal has room of its own. */}
      <div
        className={`flex flex-wrap items-center gap-2 ${isStopped ? '' : 'absolute top-full mt-1 text-s'}`}
      >
        <Done>{fields.notice(save.isPending) || (save.isSuccess && saved)}</Done>
        <Button type="submit" hidden={!isStopped}>
          Save
        </Button>
        {isStopped && <Button onClick={discard}>Discard</Button>}
      </div>
    </form>
  )
}
