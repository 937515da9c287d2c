import { useMutation } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { meQuery, queryClient } from '../../api/queries.ts'
import { Field } from '../../parts/form/field.tsx'
import { Form, useFields } from '../../parts/form/form.tsx'
import { Done } from '../../parts/notice.tsx'

export function NameForm({ name }: { name: string }) {
  const { values, bind, isDirty } = useFields({ name })
  const rename = useMutation({
    mutationFn: () => call(api.me.$patch({ json: values })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
  return (
    <section aria-labelledby="own-name" className="grid max-w-text gap-3">
      <h2 id="own-name" className="text-l font-semibold">
        Name
      </h2>
      <Form
        verb="Save name"
        onSend={() => rename.mutate()}
        variant={isDirty ? 'primary' : 'secondary'}
        busy={rename.isPending}
        error={rename.error}
        columns="sm:grid-cols-[1fr_auto]"
      >
        <Field label="Your name" autoComplete="name" required maxLength={80} {...bind('name')} />
      </Form>
      <Done>
        {rename.data ? `Your name is now ${rename.data.name}.` : 'Members of your accounts see this name.'}
      </Done>
    </section>
  )
}
