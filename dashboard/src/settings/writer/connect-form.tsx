import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../../api/client.ts'
import type { DataOf } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { useAccount } from '../../frame/use-account.ts'
import { Fold } from '../../parts/fold.tsx'
import { Field, Form, useFields } from '../../parts/form/form.tsx'
import type { localServersQuery } from '../queries.ts'
import type { Choice, Writer, WriterFacts } from './facts.ts'
import { firstChosen, ModelFields, type Models, settingsOf } from './model-fields.tsx'

interface Props {
  choice: Choice
  /** The server of language models that was found on this machine; null for a provider elsewhere. */
  server: DataOf<typeof localServersQuery>['servers'][number] | null
  facts: WriterFacts
  onDone: () => void
}

/** Fields for address and key; once the provider has accepted them, for the model and the budget. */
export function ConnectForm({ choice, server, facts, onDone }: Props) {
  const { id: account } = useAccount()
  const stored = facts.writer?.provider === choice.provider ? facts.writer : null
  const place = useFields({ url: firstUrl(choice, server, stored), apiKey: '' })
  const { url, apiKey } = place.values
  const known = (server?.models ?? []).map(name => ({ name, price: null }))
  const [models, setModels] = useState<Models | null>(known.length > 0 ? known : null)
  const [chosen, setChosen] = useState(() => firstChosen(known, stored))
  const typed = { provider: choice.provider, url, ...(apiKey.trim() !== '' && { apiKey }) }
  const ask = useMutation({
    mutationFn: () => call(api.accounts[':account'].writer.models.$post({ param: { account }, json: typed })),
    onSuccess(answer) {
      const listed = answer.models ?? []
      setModels(listed)
      setChosen(firstChosen(listed, stored))
    },
  })
  const save = useChange(
    act => act('account writer', { ...typed, ...settingsOf(chosen, models ?? [], stored) }),
    onDone,
  )
  /** A list of models belongs to the key and the address that it was requested with. */
  const bindPlace = (name: 'url' | 'apiKey') => {
    const { onChange, ...rest } = place.bind(name)
    return {
      ...rest,
      onChange: (event: { target: { value: string } }) => {
        onChange(event)
        setModels(null)
      },
    }
  }
  const address = <AddressField choice={choice} server={server} {...bindPlace('url')} />
  return (
    <div className="grid content-start">
      <Form
        verb={models === null ? 'Continue' : stored ? 'Save' : 'Connect'}
        change={models === null ? ask : save}
      >
        {choice.asksForAddress && address}
        {!choice.isLocal && (
          <Field
            label={choice.asksForAddress ? 'Key, if the server needs one' : 'Key'}
            hint={
              stored?.hasKey
                ? `Leave it empty to keep the key ${stored.keyEnd ? `that ends in ${stored.keyEnd}` : 'as it is'}.`
                : `Create one at ${choice.keyPage}. It is stored encrypted, and never shown again.`
            }
            type="password"
            autoComplete="off"
            spellCheck={false}
            {...bindPlace('apiKey')}
          />
        )}
        {!choice.asksForAddress && <Fold title="Through a gateway of your own">{address}</Fold>}
        {models !== null && (
          <ModelFields
            models={models}
            stored={stored}
            chosen={chosen}
            onChange={setChosen}
            pricesAsOf={facts.pricesAsOf}
          />
        )}
      </Form>
    </div>
  )
}

function firstUrl(choice: Choice, server: Props['server'], stored: Writer | null): string {
  if (stored) return stored.baseUrl
  return choice.isLocal ? (server?.url ?? choice.url) : ''
}

interface AddressProps {
  choice: Choice
  server: Props['server']
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}

function AddressField({ choice, server, ...input }: AddressProps) {
  const isRefused = server?.models === null && input.value.startsWith(server.url)
  const hint = isRefused
    ? `The operator of this server has to allow it first, with TIDINGS_PRIVATE_HOSTS=${new URL(server.url).host}.`
    : choice.isLocal
      ? `Where ${choice.title} listens.`
      : `For example ${choice.url}.`
  return <Field label="Address" hint={hint} type="url" autoComplete="off" {...input} />
}
