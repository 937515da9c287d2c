import { act } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { SETTINGS } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { DnsRecord } from '../parts/text/dns-record.tsx'
import type { pageQuery } from '../settings/queries.ts'

type HostProof = NonNullable<DataOf<typeof pageQuery>['hostProof']>

/** The DNS record that the custom domain waits for, with a button for owners that looks it up. */
export function DomainProof({ proof }: { proof: HostProof }) {
  const { id: account, may } = useAccount()
  return (
    <section aria-label="Proof of the custom domain" className="grid max-w-text min-w-0 gap-4 pt-4">
      <h3 className="font-semibold wrap-anywhere">Show that {proof.host} is yours</h3>
      <p className="text-quiet text-pretty">
        Add this TXT record to the DNS of your domain. Once it is found, the page is served there.
      </p>
      <DnsRecord name={proof.name} value={proof.value} />
      {may('owner') && (
        <div className="grid justify-items-start gap-3">
          <ChangeButton verb="Check" keys={SETTINGS} send={() => act(account, 'account host', {})} />
        </div>
      )}
    </section>
  )
}
