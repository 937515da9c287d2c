import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { LoadError, Page } from '../parts/page.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberList, MembersLoading } from './member-list.tsx'

export function MembersPage() {
  const { id: account, name, person, may } = useAccount()
  const { data, error, isPending, refetch } = useQuery(membersQuery(account))
  const isOwner = may('owner')
  return (
    <Page
      title="Members"
      lead={
        isOwner
          ? `People who work on the changelog of ${name}, and their roles.`
          : `People who work on the changelog of ${name}. Only owners can change this.`
      }
    >
      {isOwner && <InviteForm account={account} />}
      {isPending && <MembersLoading />}
      {error && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <MemberList account={account} self={person?.id ?? ''} isOwner={isOwner} members={data.members} />
      )}
      {data && isOwner && <InvitationList account={account} now={data.now} invitations={data.invitations} />}
    </Page>
  )
}
