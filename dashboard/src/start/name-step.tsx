import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { OwnersOnly } from './step.tsx'

/** Asks for the product's name as customers know it. */
export function NameStep({ onDone }: { onDone: () => void }) {
  const { name, may } = useAccount()
  if (!may('owner')) return <OwnersOnly>change the name</OwnersOnly>
  // The form starts with the stored name, which arrives a moment later than the page.
  return name === '' ? null : <NameForm name={name} onDone={onDone} />
}

function NameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const { values, bind } = useFields({ name })
  const save = useChange(async act => {
    await act('account set', values)
    onDone()
  })
  return (
    <div className="max-w-text">
      <Form verb="Continue" change={save}>
        <Field
          label="Product or team"
          hint="As your customers know it. It is the title of the changelog."
          required
          maxLength={100}
          dir="auto"
          {...bind('name')}
        />
      </Form>
    </div>
  )
}
