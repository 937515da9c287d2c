import type { ReactNode } from 'react'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Form } from '../parts/form/form.tsx'
import { Done } from '../parts/notice.tsx'
import type { KeptFields } from './use-kept-fields.ts'
import { useSaving } from './use-saving.ts'

interface Props<T extends object> {
  fields: KeptFields<T>
  /** Stores what differs. */
  onSave: (changes: Partial<T>) => Promise<unknown>
  verb?: string
  children: ReactNode
}

/** A form of settings that owners change and everybody else reads. Saving is what stands out once something differs. */
export function SettingsForm<T extends object>({ fields, onSave, verb = 'Save', children }: Props<T>) {
  const { may } = useAccount()
  const save = useSaving(() => onSave(fields.changes))
  if (!may('owner'))
    return (
      <fieldset disabled className="grid max-w-text min-w-0 content-start gap-4">
        <p className="text-quiet">Only owners can change this.</p>
        {children}
      </fieldset>
    )
  return (
    <div className="grid max-w-text min-w-0 content-start">
      <Form
        verb={verb}
        variant={fields.isDirty ? 'primary' : 'secondary'}
        onSend={() => save.mutate(undefined, { onSuccess: fields.discard })}
        busy={save.isPending}
        error={save.error}
      >
        {children}
      </Form>
      <div className="mt-2 flex min-h-5 flex-wrap items-center gap-2">
        <Done>{fields.isDirty ? 'Not saved yet. Kept in this browser.' : save.isSuccess && 'Saved.'}</Done>
        {fields.isDirty && !save.isPending && (
          <Button variant="tertiary" onClick={fields.discard}>
            Discard
          </Button>
        )}
      </div>
    </div>
  )
}
