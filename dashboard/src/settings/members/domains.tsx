import { type DataOf, domainsQuery } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { useAccountQuery } from '../../frame/use-account.ts'
import { ChangeButton } from '../../parts/change-button.tsx'
import { Field, Form, useFields } from '../../parts/form/form.tsx'
import { Select } from '../../parts/form/select.tsx'
import { Problem } from '../../parts/notice.tsx'
import { Section } from '../../parts/page.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { DnsRecord } from '../../parts/text/copy.tsx'
import { Time } from '../../parts/text/time.tsx'
import { ROLE_OPTIONS } from '../../roles.ts'

type Domain = DataOf<typeof domainsQuery>['domains'][number]

/** The roles that a domain can give. Nobody becomes an owner only by their address. */
const ROLES = ROLE_OPTIONS.flatMap(({ value, label }) => (value === 'owner' ? [] : [{ value, label }]))

/** Adds a domain, or changes its role. */
function usePutDomain(onSuccess?: () => void) {
  return useChange(
    (act, input: Pick<Domain, 'role'> & { domain: string }) => act('account domain add', input),
    onSuccess,
  )
}

/** The domains whose people join by signing in with the company's provider. Renders nothing without a provider. */
export function Domains() {
  const { data } = useAccountQuery(domainsQuery)
  if (!data || (data.provider === null && data.domains.length === 0)) return null
  const provider = data.provider ?? 'the provider'
  return (
    <Section
      title="Join by domain"
      lead={`Whoever signs in with ${provider} and a verified email address of one of these domains becomes a member. A DNS record proves that a domain is yours.`}
    >
      <AddDomain />
      <Rows>
        {data.domains.map(domain => (
          <DomainRow key={domain.id} domain={domain} />
        ))}
      </Rows>
    </Section>
  )
}

function AddDomain() {
  const { values, bind, pick, set } = useFields<Pick<Domain, 'role'> & { domain: string }>({
    domain: '',
    role: 'viewer',
  })
  const add = usePutDomain(() => set({ domain: '' }))
  return (
    <Form verb="Add" onSend={() => add.mutate(values)} change={add} columns="sm:grid-cols-[1fr_140px_auto]">
      <Field
        label="Domain"
        placeholder="example.com"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...bind('domain')}
      />
      <Select label="Role" options={ROLES} {...pick('role')} />
    </Form>
  )
}

function DomainRow({ domain }: { domain: Domain }) {
  const { name, role, record, state, turnedAway } = domain
  const put = usePutDomain()
  return (
    <Row
      title={name}
      meta={
        <>
          <State {...domain} />
          {turnedAway && (
            <span className="block text-danger">
              No seat for {turnedAway.email} <Time at={turnedAway.at} />. Upgrade the plan or remove a member.
            </span>
          )}
        </>
      }
      action={
        <>
          <Select
            label={`Role of members who join by ${name}`}
            isQuiet
            options={ROLES}
            value={role}
            busy={put.isPending}
            onPick={picked => put.mutate({ domain: name, role: picked })}
          />
          <ChangeButton
            verb="Remove"
            label={`Remove ${name}`}
            send={act => act('account domain remove', { domain: name })}
            question={`Remove ${name}?`}
          >
            Nobody else can join by this domain. Members who joined by it stay.
          </ChangeButton>
        </>
      }
    >
      {state !== 'proven' && (
        <section aria-label={`Proof of ${name}`} className="grid gap-3 pb-3">
          <p className="max-w-text text-quiet text-pretty">
            Add this TXT record to the DNS of your domain. It is looked up every hour.
          </p>
          <DnsRecord {...record} />
          <ChangeButton verb="Check" send={act => act('account domain check', { domain: name })} />
        </section>
      )}
      <Problem error={put.error} />
    </Row>
  )
}

function State({ state, confirmedAt }: Domain) {
  if (state === 'waiting') return 'Waiting for its DNS record'
  if (state === 'lapsed') return 'The DNS record is gone, so nobody joins any more'
  if (state === 'proven' || confirmedAt === null) return 'Verified'
  return (
    <>
      The DNS record was last seen <Time at={confirmedAt} />. A week after that, nobody joins any more
    </>
  )
}
