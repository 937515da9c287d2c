import type { Role } from '#accounts/roles.ts'
import type { DataOf, membersQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { useAccount } from '../../frame/use-account.ts'
import { MoreActions } from '../../inbox/action-bar.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Select } from '../../parts/form/select.tsx'
import { Problem } from '../../parts/notice.tsx'
import { ask } from '../../parts/overlay/confirm.tsx'
import { Section } from '../../parts/page.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { labelOf, ROLE_OPTIONS } from '../../roles.ts'

type Member = DataOf<typeof membersQuery>['members'][number]

/** The members by name. */
export function MemberList({ members }: { members: Member[] }) {
  const { person, may } = useAccount()
  const change = useChange((act, given: { id: string; role: Role }) => act('member role', given))
  const remove = useChange((act, id: string) => act('member remove', { id }))
  /** Who cannot get another role or leave: an account needs an owner. */
  const isOnlyOwner = ({ role }: Member) =>
    role === 'owner' && members.filter(member => member.role === 'owner').length === 1
  return (
    <Section title="Members">
      <Problem error={change.error ?? remove.error} />
      <Rows>
        {members
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(member => (
            <Row
              key={member.id}
              title={
                <>
                  {member.name}
                  {member.id === person?.id && <span className="font-normal text-quiet"> (you)</span>}
                </>
              }
              meta={member.email}
              action={
                <>
                  {may('owner') && !isOnlyOwner(member) ? (
                    <Select
                      label={`Role of ${member.name}`}
                      isQuiet
                      options={ROLE_OPTIONS}
                      value={member.role}
                      busy={change.isPending}
                      onPick={role => change.mutate({ id: member.id, role })}
                    />
                  ) : (
                    <p className="pr-7 forced-colors:pr-0">{labelOf(member.role)}</p>
                  )}
                  <div className="-mr-2 size-11 md:pointer-fine:size-9">
                    {(may('owner') || member.id === person?.id) && !isOnlyOwner(member) && (
                      <RemoveMenu
                        member={member}
                        isSelf={member.id === person?.id}
                        onConfirm={() => remove.mutate(member.id)}
                      />
                    )}
                  </div>
                </>
              }
            />
          ))}
      </Rows>
      <Fold title="What each role may do">
        <dl className="grid gap-3">
          {ROLE_OPTIONS.map(({ value, label, may: what }) => (
            <div key={value} className="grid gap-x-4 sm:grid-cols-[100px_1fr]">
              <dt className="font-semibold">{label}</dt>
              <dd className="text-quiet">{what}</dd>
            </div>
          ))}
        </dl>
        <p className="text-quiet">The only owner cannot leave before somebody else is one.</p>
      </Fold>
    </Section>
  )
}

interface RemoveProps {
  member: Member
  isSelf: boolean
  onConfirm: () => void
}

/** A menu that removes a member, after a question. A person who is in no other account is erased. */
function RemoveMenu({ member, isSelf, onConfirm }: RemoveProps) {
  const { name } = useAccount()
  const verb = isSelf ? 'Leave' : member.isElsewhere ? 'Remove' : 'Delete'
  const stays = `What ${isSelf ? 'you' : 'they'} wrote stays, with ${isSelf ? 'your' : 'their'} name.`
  const erased = `${isSelf ? 'You are' : 'They are'} in no other account, so these are erased and cannot be brought back: the name and the email address, passwords, passkeys and sessions, connected clients, and the weekly summary. What ${isSelf ? 'you' : 'they'} wrote and decided stays, as that of “a former member”.`
  const makeSure = async () => {
    const title = `${verb} ${isSelf ? name : member.name}?`
    const text = `${isSelf ? 'You' : 'They'} lose access immediately. ${member.isElsewhere ? stays : erased} Coming back takes a new invitation.`
    if (await ask({ title, verb, variant: 'danger', text })) onConfirm()
  }
  return (
    <MoreActions of={member.name} className="" items={[{ label: verb, onPick: () => void makeSure() }]} />
  )
}
