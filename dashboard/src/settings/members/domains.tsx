import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { domainsQuery } from '../../api/queries.ts'
import { Field } from '../../parts/form/field.tsx'
import { Form, useFields } from '../../parts/form/form.tsx'
import { Select } from '../../parts/form/select.tsx'
import { Section } from '../../parts/section.tsx'
import { DomainList } from './domain-list.tsx'
import { JOINING_ROLES, type JoiningRole, usePutDomain } from './joining-domain.ts'

/** The domains whose people join by signing in with the company's provider. Renders nothing without a provider. */
export function Domains({ account }: { account: string }) {
  const { data } = useQuery(domainsQuery(account))
  if (!data || (data.provider === null && data.domains.length === 0)) return null
  const provider = data.provider ?? 'the provider'
  return (
    <Section
      title="Join by domain"
      lead={`Whoever signs in with ${provider} and a verified email address of one of these domains becomes a member. You show by a DNS record that a domain is yours.`}
    >
      <AddDomain account={account} />
      <DomainList account={account} domains={data.domains} now={data.now} />
    </Section>
  )
}

function AddDomain({ account }: { account: string }) {
  const { values, bind, reset } = useFields({ domain: '' })
  const [role, setRole] = useState<JoiningRole>('viewer')
  const add = usePutDomain(account)
  return (
    <Form
      verb="Add"
      variant="secondary"
      onSend={() => add.mutate({ domain: values.domain, role }, { onSuccess: reset })}
      change={add}
      columns="sm:grid-cols-[1fr_140px_auto]"
    >
      <Field
        label="Domain"
        placeholder="example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...bind('domain')}
      />
      <Select label="Role" value={role} options={JOINING_ROLES} onPick={setRole} />
    </Form>
  )
}
