import { useState } from 'react'
import type { Role } from '#accounts/roles.ts'
import { act } from '../../api/client.ts'
import { useChange } from '../../api/use-change.ts'
import { Field } from '../../parts/form/field.tsx'
import { Form, useFields } from '../../parts/form/form.tsx'
import { Select } from '../../parts/form/select.tsx'
import { Section } from '../../parts/section.tsx'
import { mayOf, ROLE_OPTIONS } from '../../roles.ts'
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
  const invite = useChange(
    ['members'],
    () => act(account, 'invitation send', { email: values.email, role }),
    invitation => {
      reset()
      onSent(invitation)
    },
  )
  return (
    <Section title="Invite a member">
      <Form verb="Invite" change={invite} columns="sm:grid-cols-[1fr_140px_auto]">
        <Field label="Email address" type="email" autoComplete="off" required {...bind('email')} />
        <Select label="Role" value={role} options={ROLE_OPTIONS} onPick={setRole} />
        <p className="text-s text-quiet sm:order-last sm:col-span-full">{mayOf(role)}</p>
      </Form>
      <InvitationSent sent={sent} />
    </Section>
  )
}
