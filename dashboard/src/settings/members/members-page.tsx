import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../api/queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { LoadError, Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { RowsLoading } from '../../parts/skeleton.tsx'
import { ROLE_OPTIONS } from '../../roles.ts'
import { Domains } from './domains.tsx'
import { InvitationList } from './invitation-list.tsx'
import type { SentInvitation } from './invitation-sent.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberList } from './member-list.tsx'
import { RequiredSignOnSetting } from './required-sign-on.tsx'

export function MembersPage() {
  const { id: account, name, person, may } = useAccount()
  const { data, error, isPending, refetch } = useQuery(membersQuery(account))
  const isOwner = may('owner')
  const [sent, setSent] = useState<SentInvitation>()
  return (
    <Page
      title="People"
      lead={
        isOwner
          ? `People who work on the changelog of ${name}, and their roles.`
          : `People who work on the changelog of ${name}. Only owners can change this.`
      }
    >
      {isOwner && <InviteForm account={account} sent={sent} onSent={setSent} />}
      {isPending && <RowsLoading label="Loading members" />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <MemberList account={account} self={person?.id ?? ''} isOwner={isOwner} members={data.members} />
      )}
      {data && isOwner && (
        <InvitationList account={account} now={data.now} invitations={data.invitations} onSent={setSent} />
      )}
      {isOwner && <RequiredSignOnSetting account={account} />}
      {isOwner && <Domains account={account} />}
      <Roles />
    </Page>
  )
}

/** What each role may do. */
const Roles = () => (
  <Section title="Roles">
    <dl className="grid gap-3">
      {ROLE_OPTIONS.map(({ value, label, may }) => (
        <div key={value} className="grid gap-x-4 sm:grid-cols-[100px_1fr]">
          <dt className="font-semibold">{label}</dt>
          <dd className="text-quiet">{may}</dd>
        </div>
      ))}
    </dl>
  </Section>
)
