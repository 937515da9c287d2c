import { Copy } from './copy.tsx'

/** A TXT record that a person has to add. */
export const DnsRecord = ({ name, value }: { name: string; value: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-cols-[72px_minmax(0,1fr)]">
    <span className="text-s text-quiet sm:pt-2">Name</span>
    <Copy text={name} label="Copy the name of the record" />
    <span className="text-s text-quiet sm:pt-2">Value</span>
    <Copy text={value} label="Copy the value of the record" />
  </div>
)
