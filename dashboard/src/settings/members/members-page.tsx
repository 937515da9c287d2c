import { useState } from 'react'
import { membersQuery, signOnQuery } from '../../api/queries.ts'
import { useAccount, useAccountQuery } from '../../frame/use-account.ts'
import { SavedCheckbox } from '../../parts/form/saved-checkbox.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { Domains } from './domains.tsx'
import { InvitationList, InviteForm, type SentInvitation } from './invitations.tsx'
import { MemberList } from './member-list.tsx'

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
            {isOwner && <InvitationList invitations={invitations} onSent={setSent} />}
            <MemberList members={members} />
          </>
        )}
      </Loaded>
      {isOwner && <RequiredSignOnSetting />}
      {isOwner && <Domains />}
    </Page>
  )
}

/** Whether members have to sign in with the company's provider. Renders nothing without a provider. */
function RequiredSignOnSetting() {
  const { data } = useAccountQuery(signOnQuery)
  if (!data || (data.provider === null && !data.isRequired)) return null
  const provider = data.provider ?? 'the provider'
  return (
    <Section
      title="Single sign-on"
      lead={
        data.isRequired
          ? `Members have to sign in with ${provider} before they see this account.`
          : `Members can sign in however they like. Once ${provider} is required, members who signed in another way are asked to sign in with it.`
      }
    >
      <SavedCheckbox
        label={`Require ${provider}`}
        checked={data.isRequired}
        send={(act, requireSingleSignOn) => act('account sign-in', { requireSingleSignOn })}
      />
    </Section>
  )
}
