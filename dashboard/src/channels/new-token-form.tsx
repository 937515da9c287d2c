import { useState } from 'react'
import { act } from '../api/client.ts'
import type { Token } from '../api/queries.ts'
import { useChange } from '../api/use-change.ts'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { namedOptions } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { Copy } from '../parts/text/copy.tsx'

export const AUDIENCE_NAMES: Record<Token['audience'], string> = { api: 'HTTP API', mcp: 'MCP' }

const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
] as const

export function NewTokenForm({ account }: { account: string }) {
  const { values, bind, reset } = useFields({ name: '' })
  const [audience, setAudience] = useState<Token['audience']>('api')
  const [life, setLife] = useState<(typeof LIVES)[number]['value']>('90')
  const make = useChange(
    ['tokens'],
    () => {
      const lifetime = life === 'never' ? {} : { expiresInDays: Number(life) }
      return act(account, 'token create', { name: values.name, for: audience, ...lifetime })
    },
    reset,
  )
  return (
    <section aria-labelledby="new-token" className="grid gap-3">
      <h2 id="new-token" className="text-l font-semibold">
        New token
      </h2>
      <Form verb="Add" change={make} columns="sm:grid-cols-[1fr_120px_120px_auto]">
        <Field label="Name" autoComplete="off" required maxLength={100} {...bind('name')} />
        <Select label="Access" value={audience} options={namedOptions(AUDIENCE_NAMES)} onPick={setAudience} />
        <Select label="Expires in" value={life} options={LIVES} onPick={setLife} />
      </Form>
      <div role="status" className="empty:-mt-3">
        {make.data && (
          <div className="grid gap-2 rounded-md bg-raised p-4">
            <p>
              <strong className="font-semibold">{make.data.token.name}</strong> was created. Copy the token
              now: it is shown only once.
            </p>
            <Copy text={make.data.text} label={`Copy the token ${make.data.token.name}`} />
          </div>
        )}
      </div>
    </section>
  )
}
