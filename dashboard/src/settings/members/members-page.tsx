import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../api/queries.ts'
import { useAccount } from '../../frame/use-account.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { ROLE_OPTIONS } from '../../roles.ts'
import { Domains } from './domains.tsx'
import { InvitationList } from './invitation-list.tsx'
import type { SentInvitation } from './invitation-sent.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberList } from './member-list.tsx'
import { RequiredSignOnSetting } from './required-sign-on.tsx'

export function MembersPage() {
  const { id: account, name, person, may } = useAccount()
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
      <Loaded query={useQuery(membersQuery(account))} label="Loading members">
        {({ now, members, invitations }) => (
          <>
            <MemberList {...{ account, isOwner, members }} self={person?.id ?? ''} />
            {isOwner && <InvitationList {...{ account, now, invitations }} onSent={setSent} />}
          </>
        )}
      </Loaded>
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
