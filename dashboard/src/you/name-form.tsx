import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { answer, api } from '../api.ts'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Done } from '../parts/notice.tsx'
import { meQuery, queryClient } from '../queries.ts'

export function NameForm({ name }: { name: string }) {
  const router = useRouter()
  const { given, take } = useFields({ name })
  const rename = useMutation({
    mutationFn: () => answer(api.me.$patch({ json: given })),
    async onSuccess() {
      await queryClient.resetQueries({ queryKey: meQuery.queryKey })
      await router.invalidate()
    },
  })
  return (
    <section aria-labelledby="own-name" className="grid gap-3">
      <h2 id="own-name" className="text-l font-semibold">
        Name
      </h2>
      <Form
        verb="Save name"
        onSend={() => rename.mutate()}
        look="plain"
        busy={rename.isPending}
        error={rename.error}
        columns="sm:grid-cols-[1fr_auto]"
      >
        <Field label="Your name" autoComplete="name" required maxLength={80} {...take('name')} />
      </Form>
      <Done>
        {rename.data ? `Your name is now ${rename.data.name}.` : 'Members of your accounts see this name.'}
      </Done>
    </section>
  )
}
