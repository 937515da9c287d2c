import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '#accounts/roles.ts'
import { act } from '../../api/client.ts'
import { membersQuery, queryClient } from '../../api/queries.ts'
import { Field } from '../../parts/form/field.tsx'
import { Form, useFields } from '../../parts/form/form.tsx'
import { Select } from '../../parts/form/select.tsx'
import { Section } from '../../parts/section.tsx'
import { ROLE_OPTIONS } from '../../roles.ts'
import { InvitationSent, type SentInvitation } from './invitation-sent.tsx'

interface Props {
  account: string
  /** The newest invitation that was sent. */
  sent: SentInvitation | undefined
  onSent: (sent: SentInvitation) => void
}

export function InviteForm({ account, sent, onSent }: Props) {
  const { values, bind, reset } = useFields({ email: '' })
  const [role, setRole] = useState<Role>('writer')
  const invite = useMutation({
    mutationFn: () => act(account, 'invitation send', { email: values.email, role }),
    onSuccess: invitation => {
      reset()
      onSent(invitation)
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: membersQuery(account).queryKey }),
  })
  return (
    <Section title="Invite a member">
      <Form
        verb="Invite"
        onSend={() => invite.mutate()}
        busy={invite.isPending}
        error={invite.error}
        columns="sm:grid-cols-[1fr_140px_auto]"
      >
        <Field label="Email address" type="email" autoComplete="off" required {...bind('email')} />
        <Select label="Role" value={role} options={ROLE_OPTIONS} onPick={setRole} />
      </Form>
      <InvitationSent sent={sent} />
    </Section>
  )
}
