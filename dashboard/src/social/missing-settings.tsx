import { base } from '../api/client.ts'
import { Copy } from '../parts/text/copy.tsx'
import { Code, NETWORKS, Out } from './faces.tsx'
import type { Network } from './queries.ts'

/** Says which settings the operator has to make for a network, and where their values come from. */
export function MissingSettings({ network: { name, missingSettings } }: { network: Network }) {
  const { title, register } = NETWORKS[name]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-pretty">
        {title} needs an application that the operator of this Tidings registers
        {register && (
          <>
            {' '}
            at <Out href={register}>{new URL(register).host}</Out>
          </>
        )}
        , with this callback address:
      </p>
      <Copy
        text={`${location.origin}${base.replace(/app\/$/, '')}social/${name}/return`}
        label="Copy the callback address"
      />
      <p className="text-pretty">
        Then set{' '}
        {missingSettings.map((setting, at) => (
          <span key={setting}>
            {at > 0 && ' and '}
            <Code>{setting}</Code>
          </span>
        ))}{' '}
        and start Tidings again. <Code>docs/social.md</Code> has the details.
      </p>
    </div>
  )
}
