import { useQuery } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { InvitationList } from '../members/invitation-list.tsx'
import { InviteForm } from '../members/invite-form.tsx'
import { MemberList, MembersLoading } from '../members/member-list.tsx'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Title } from '../parts/title.tsx'
import { membersQuery } from '../queries.ts'
import { accountRoute } from './account.tsx'

export const membersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/members',
  component: Members,
})

function Members() {
  const { me, own } = accountRoute.useLoaderData()
  const { data, error, isPending, refetch } = useQuery(membersQuery(own.id))
  const isOwner = own.role === 'owner'
  return (
    <div className="grid max-w-[720px] gap-8">
      <div className="grid gap-1">
        <Title>Members</Title>
        <p className="text-quiet">
          {isOwner
            ? `People who work on the changelog of ${own.name}, and their roles.`
            : `People who work on the changelog of ${own.name}. Only owners can change this.`}
        </p>
      </div>
      {isOwner && <InviteForm account={own.id} />}
      {isPending && <MembersLoading />}
      {error && (
        <div className="grid justify-items-start gap-3">
          <Problem error={error} />
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data && <MemberList account={own.id} self={me.person.id} isOwner={isOwner} members={data.members} />}
      {data && isOwner && <InvitationList account={own.id} now={data.now} invitations={data.invitations} />}
    </div>
  )
}
