import { getRouteApi } from '@tanstack/react-router'
import type { DataOf } from '../api/queries.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Done } from '../parts/notice.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Bar } from '../parts/progress.tsx'
import { planQuery } from './queries.ts'

type Plan = DataOf<typeof planQuery>

const route = getRouteApi('/$account/settings/plan')

/** What the account may use, what it uses, and how it pays. */
export function PlanPage() {
  const { name, may } = useAccount()
  const query = useAccountQuery(planQuery, { enabled: may('owner') })
  if (!may('owner') && name !== '')
    return (
      <Page title="Plan">
        <p className="text-quiet">Only owners see the plan.</p>
      </Page>
    )
  return (
    <Page title="Plan" lead={`What ${name} may use, and what it uses.`}>
      <Loaded query={query} label="Loading the plan">
        {plan => (
          <>
            {plan.billing === 'none' ? (
              <Section
                title="Self-hosted"
                lead="This server has no paid plans. Everything is included, without limits on repositories and members."
              />
            ) : (
              <PaidPlan plan={plan.plan} />
            )}
            <UsageList plan={plan} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const PLANS: Record<Plan['plan'], { title: string; lead: string; isPaid: boolean }> = {
  free: {
    title: 'Free',
    lead: 'All features, for a few repositories and members. Upgrade for as many as you like.',
    isPaid: false,
  },
  active: { title: 'Paid', lead: 'All features, without limits.', isPaid: true },
  past_due: {
    title: 'Paid, payment overdue',
    lead: 'The last payment failed and is tried again. Nothing is limited yet: check the card.',
    isPaid: true,
  },
  cancelled: {
    title: 'Free, subscription ended',
    lead: 'What is there stays and can be read. To add repositories or members beyond the limits, upgrade again.',
    isPaid: false,
  },
}

/** The plan, and a link to the pages of the payment provider. */
function PaidPlan({ plan }: { plan: Plan['plan'] }) {
  const { payment } = route.useSearch()
  const { title, lead, isPaid } = PLANS[plan]
  return (
    <Section title={title} lead={lead}>
      <ChangeButton
        verb={isPaid ? 'Edit' : 'Upgrade'}
        variant={isPaid ? 'secondary' : 'primary'}
        send={act => act(isPaid ? 'plan portal' : 'plan checkout', {})}
        onSuccess={({ url }) => location.assign(url)}
      />
      <Done>
        {payment === 'done' && !isPaid && 'Thank you. The plan changes as soon as the payment is confirmed.'}
      </Done>
    </Section>
  )
}

function UsageList({ plan }: { plan: Plan }) {
  const { repositories, members } = plan
  const isLimited = repositories.limit !== null || members.limit !== null
  return (
    <Section title="Usage">
      <dl className="-mt-2">
        <UsageRow name="Repositories" {...repositories} />
        <UsageRow name="Members and invitations" {...members} />
      </dl>
      {isLimited && (
        <p className="max-w-text text-quiet text-pretty">
          At a limit, nothing stops: merges of connected repositories are still read, entries still go out,
          and everything can be read and edited. Only another repository or member cannot be added.
        </p>
      )}
    </Section>
  )
}

function UsageRow({ name, used, limit }: Plan['members'] & { name: string }) {
  return (
    <div className="grid gap-x-6 gap-y-1 not-first:border-t border-line/60 py-3 sm:grid-cols-[1fr_160px_160px] sm:items-center">
      <dt className="font-semibold">{name}</dt>
      <dd className="tabular-nums">
        {limit === null
          ? `${used.toLocaleString()} (no limit)`
          : `${used.toLocaleString()} of ${limit.toLocaleString()}`}
      </dd>
      {limit !== null && (
        <dd>
          <Bar label={`${name} used`} done={Math.min(used, limit)} total={limit} />
        </dd>
      )}
    </div>
  )
}
