import { Copy } from '../parts/text/copy.tsx'

/** Who can open an address. */
type Reach = 'computer' | 'network' | 'everybody'

/** Matches private (RFC 1918) and link-local addresses of IPv4. */
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/

/** Who can open an address, judged only by its host name: a public one may still be behind a firewall. */
export function reachOf(address: string): Reach {
  const { hostname } = new URL(address)
  if (hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')) return 'computer'
  const isNamedInside = !hostname.includes('.') || /\.(?:local|lan|internal|home\.arpa)$/.test(hostname)
  return isNamedInside || PRIVATE.test(hostname) ? 'network' : 'everybody'
}

/** How to make an address public that only this computer or network can open. Renders nothing for a public one. */
export function NotPublic({ address, purpose }: { address: string; purpose: string }) {
  const reach = reachOf(address)
  if (reach === 'everybody') return null
  return (
    <div className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-2 rounded-md bg-raised px-4 py-3">
      <p className="text-pretty">
        {reach === 'computer'
          ? `So far only this computer can open ${new URL(address).host}. `
          : `So far only your own network can open ${new URL(address).host}. `}
        {purpose} Run Tidings on a server that can be reached from the internet, and start it with its public
        address:
      </p>
      <Copy
        text="TIDINGS_BASE_URL=https://changelog.example.com tidings serve"
        label="Copy the command that sets the public address"
      />
    </div>
  )
}
