import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { membersQuery, queryClient } from '../api/queries.ts'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Done } from '../parts/notice.tsx'
import { Select } from '../parts/select.tsx'
import { ROLES, type Role } from '../roles.ts'

export function InviteForm({ account }: { account: string }) {
  const { values, bind, reset } = useFields({ email: '' })
  const [role, setRole] = useState<Role>('writer')
  const invite = useMutation({
    mutationFn: () =>
      call(
        api.accounts[':account'].invitations.$post({
          param: { account },
          json: { email: values.email, role },
        }),
      ),
    onSuccess: reset,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: membersQuery(account).queryKey }),
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
        <Field label="Email address" type="email" autoComplete="off" required {...bind('email')} />
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
