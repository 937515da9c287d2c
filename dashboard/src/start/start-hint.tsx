import { PageLink, useAccount, useAccountQuery } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { startQuery } from './queries.ts'

/** Leads an owner back to the path until an entry is published. */
export function StartHint() {
  const { may } = useAccount()
  const { data } = useAccountQuery(startQuery, { enabled: may('owner') })
  if (data?.published !== 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-raised px-4 py-3">
      <p className="text-pretty">
        {data.merges === 0
          ? 'Go from your merge history to a published changelog in about ten minutes.'
          : 'Nothing is published yet. Continue where you left off.'}
      </p>
      <PageLink to="/$account/start" className={buttonClass('secondary')}>
        {data.merges === 0 ? 'Get started' : 'Continue'}
      </PageLink>
    </div>
  )
}

/** The same above a list, for a person who is new to the places of the dashboard. */
export const StartReminder = () => (
  <div className="px-5 py-2 empty:hidden">
    <StartHint />
  </div>
)
