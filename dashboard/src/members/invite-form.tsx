import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../api.ts'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Done } from '../parts/notice.tsx'
import { Select } from '../parts/select.tsx'
import { membersQuery, queryClient } from '../queries.ts'
import { ROLES, type Role } from '../roles.ts'

export function InviteForm({ account }: { account: string }) {
  const { given, take, empty } = useFields({ email: '' })
  const [role, setRole] = useState<Role>('writer')
  const invite = useMutation({
    mutationFn: () =>
      answer(
        api.accounts[':account'].invitations.$post({
          param: { account },
          json: { email: given.email, role },
        }),
      ),
    onSuccess: empty,
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery(account).queryKey }),
  })
  const may = ROLES.find(one => one.value === role)?.may
  return (
    <section aria-labelledby="invite" className="grid gap-3">
      <h2 id="invite" className="text-l font-semibold">
        Invite a member
      </h2>
      <Form
        verb="Invite"
        onSend={() => invite.mutate()}
        busy={invite.isPending}
        error={invite.error ?? (invite.data?.problem ? new Error(invite.data.problem) : null)}
        columns="sm:grid-cols-[1fr_140px_auto]"
      >
        <Field label="Email address" type="email" autoComplete="off" required {...take('email')} />
        <Select label="Role" value={role} options={ROLES} onPick={setRole} />
      </Form>
      <Done>
        {invite.data && !invite.data.problem
          ? `${invite.data.email} was invited. The link expires in 7 days.`
          : may}
      </Done>
    </section>
  )
}
