import { act } from '../../api/client.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { Select } from '../../parts/form/select.tsx'
import { Problem } from '../../parts/notice.tsx'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { DnsRecord } from '../../parts/text/dns-record.tsx'
import { relativeTime } from '../../time.ts'
import { JOINING_ROLES, type JoiningDomain, usePutDomain } from './joining-domain.ts'

interface Props {
  account: string
  domains: JoiningDomain[]
  /** The server's time. */
  now: number
}

export function DomainList({ account, domains, now }: Props) {
  if (domains.length === 0) return null
  return (
    <Rows>
      {domains.map(domain => (
        <Domain key={domain.id} account={account} domain={domain} now={now} />
      ))}
    </Rows>
  )
}

function Domain({ account, domain, now }: { account: string; domain: JoiningDomain; now: number }) {
  const { name, role, record, state, turnedAway } = domain
  const put = usePutDomain(account)
  const { check, remove } = useDomainActions(account, domain)
  return (
    <Row
      title={name}
      meta={
        <>
          {stateSentence(domain, now)}
          {turnedAway && (
            <span className="block text-danger">
              No seat for {turnedAway.email} {relativeTime(turnedAway.at, now)}. Upgrade the plan or remove a
              member.
            </span>
          )}
        </>
      }
      action={
        <>
          <Select
            label={`Role of who joins by ${name}`}
            isLabelHidden
            options={JOINING_ROLES}
            value={role}
            disabled={put.isPending}
            onPick={picked => put.mutate({ domain: name, role: picked })}
          />
          <Confirm
            verb="Remove"
            label={`Remove ${name}`}
            question={`Remove ${name}?`}
            onConfirm={() => remove.mutate()}
          >
            Nobody joins by this domain any more. Members who did stay.
          </Confirm>
        </>
      }
    >
      {state !== 'proven' && (
        <section aria-label={`Proof of ${name}`} className="grid gap-3 pb-3">
          <p className="max-w-text text-quiet text-pretty">
            Add this TXT record to the DNS of your domain. It is looked up every hour.
          </p>
          <DnsRecord {...record} />
          <div>
            <Button change={check}>Check</Button>
          </div>
        </section>
      )}
      <Problem error={put.error ?? check.error ?? remove.error} />
    </Row>
  )
}

function stateSentence({ state, confirmedAt }: JoiningDomain, now: number): string {
  if (state === 'waiting') return 'Waits for its DNS record'
  if (state === 'lapsed') return 'The DNS record is gone, so nobody joins any more'
  if (state === 'proven' || confirmedAt === null) return 'Proven'
  return `The DNS record was last seen ${relativeTime(confirmedAt, now)}. A week after that, nobody joins any more`
}

function useDomainActions(account: string, { name }: JoiningDomain) {
  const input = { domain: name }
  const check = useChange(['members'], () => act(account, 'account domain check', input))
  const remove = useChange(['members'], () => act(account, 'account domain remove', input))
  return { check, remove }
}
