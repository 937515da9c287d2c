import { useAccount } from '../frame/use-account.ts'
import { Section } from '../parts/section.tsx'
import { AccountRow } from './account-row.tsx'
import { ConnectButtons } from './connect.tsx'
import type { Social } from './queries.ts'

/** The social accounts, those that need a person first, and how more are connected. */
export function Accounts({ social: { accounts, sets, networks } }: { social: Social }) {
  const { may } = useAccount()
  const sorted = accounts.toSorted((a, b) => Number(a.state === 'active') - Number(b.state === 'active'))
  return (
    <Section title="Accounts">
      {accounts.length === 0 && (
        <p className="text-quiet text-pretty">
          No social account is connected here yet. Entries are posted to connected accounts after they are
          published.
        </p>
      )}
      <ul className="border-b border-line/60 empty:hidden">
        {sorted.map(account => (
          <AccountRow key={account.id} account={account} sets={sets} />
        ))}
      </ul>
      {may('owner') && <ConnectButtons networks={networks} sets={sets} />}
    </Section>
  )
}
