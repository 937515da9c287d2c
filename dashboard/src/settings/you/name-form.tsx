import { api, call } from '../../api/client.ts'
import { Field } from '../../parts/form/field.tsx'
import { SettingsForm } from '../settings-form.tsx'
import { useKeptFields } from '../use-kept-fields.ts'

export function NameForm({ name }: { name: string }) {
  const fields = useKeptFields('own-name', { name })
  return (
    <SettingsForm fields={fields} isOwn onSave={() => call(api.me.$patch({ json: fields.values }))}>
      <Field
        label="Your name"
        hint="Members of your accounts see it."
        autoComplete="name"
        required
        maxLength={80}
        {...fields.bind('name')}
      />
    </SettingsForm>
  )
}
