import { useState } from 'react'
import { membersQuery } from '../../api/queries.ts'
import { useAccount, useAccountQuery } from '../../frame/use-account.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Domains } from './domains.tsx'
import { InvitationList, InviteForm, type SentInvitation } from './invitations.tsx'
import { MemberList } from './member-list.tsx'
import { RequiredSignOnSetting } from './required-sign-on.tsx'

export function MembersPage() {
  const { name, may } = useAccount()
  const isOwner = may('owner')
  /** The newest invitation. */
  const [sent, setSent] = useState<SentInvitation>()
  return (
    <Page
      title="People"
      lead={`People who work on the changelog of ${name}${isOwner ? ', and their roles.' : '. Only owners can change this.'}`}
    >
      {isOwner && <InviteForm sent={sent} onSent={setSent} />}
      <Loaded query={useAccountQuery(membersQuery)} label="Loading members">
        {({ members, invitations }) => (
          <>
            <MemberList members={members} />
            {isOwner && <InvitationList invitations={invitations} onSent={setSent} />}
          </>
        )}
      </Loaded>
      {isOwner && <RequiredSignOnSetting />}
      {isOwner && <Domains />}
    </Page>
  )
}
