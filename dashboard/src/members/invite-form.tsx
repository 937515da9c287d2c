import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { answer, api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Done, Problem } from '../parts/notice.tsx'
import { Select } from '../parts/select.tsx'
import { membersQuery, queryClient } from '../queries.ts'
import { ROLES, type Role } from '../roles.ts'

export function InviteForm({ account }: { account: string }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('writer')
  const invite = useMutation({
    mutationFn: () =>
      answer(api.accounts[':account'].invitations.$post({ param: { account }, json: { email, role } })),
    onSuccess: () => setEmail(''),
    onSettled: () => queryClient.invalidateQueries({ queryKey: membersQuery(account).queryKey }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    invite.mutate()
  }
  const may = ROLES.find(one => one.value === role)?.may
  return (
    <section aria-labelledby="invite" className="grid gap-3">
      <h2 id="invite" className="text-l font-semibold">
        Invite somebody
      </h2>
      <form onSubmit={submit} className="grid items-end gap-3 sm:grid-cols-[1fr_140px_auto]">
        <Field
          label="Their e-mail address"
          type="email"
          name="email"
          autoComplete="off"
          required
          value={email}
          onChange={event => setEmail(event.target.value)}
        />
        <Select label="Their role" value={role} options={ROLES} onPick={setRole} />
        <Button type="submit" look="main" busy={invite.isPending}>
          Invite
        </Button>
      </form>
      <Problem error={invite.error ?? (invite.data?.problem ? new Error(invite.data.problem) : null)} />
      <Done>
        {invite.data && !invite.data.problem
          ? `${invite.data.email} was invited. The link holds for 7 days.`
          : may}
      </Done>
    </section>
  )
}
