import { type ReactNode, useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Section } from '../parts/section.tsx'
import { Select } from '../parts/select.tsx'
import { GUIDES, MissingSettings } from './guides.tsx'
import { NETWORK_NAMES, NETWORKS, NetworkMark } from './networks.tsx'
import { type Network, type SocialAccount, useSocialChange } from './queries.ts'
import type { NamedSet } from './sets.tsx'

const route = api.accounts[':account']

interface ButtonsProps {
  networks: readonly Network[]
  sets: readonly NamedSet[]
}

/** A button for each network, which opens what connecting to it takes. */
export function ConnectButtons({ networks, sets }: ButtonsProps) {
  const [open, setOpen] = useState<Network | null>(null)
  const offered = NETWORK_NAMES.flatMap(name => networks.find(network => network.name === name) ?? [])
  return (
    <Section title="Connect an account">
      <ul className="flex flex-wrap gap-2">
        {offered.map(network => (
          <li key={network.name}>
            <Button onClick={() => setOpen(network)}>
              <NetworkMark name={network.name} isWordShown />
            </Button>
          </li>
        ))}
      </ul>
      {open && (
        <Dialog title={`Connect ${NETWORKS[open.name].title}`} onClose={() => setOpen(null)}>
          <ConnectForm network={open} sets={sets} reconnected={null} onDone={() => setOpen(null)} />
        </Dialog>
      )}
    </Section>
  )
}

interface Props {
  network: Network
  /** Offered for the new account. */
  sets: readonly NamedSet[]
  /** Null: a new account is connected. */
  reconnected: SocialAccount | null
  onDone: () => void
}

/** What a network asks for: its own pages first where it has them, a secret that a person made there otherwise. */
export function ConnectForm(props: Props) {
  const { network } = props
  if (network.missingSettings.length > 0) return <MissingSettings network={network} />
  if (!network.offersOAuth) return <SecretForm {...props} />
  return (
    <>
      <AuthorizeForm {...props} />
      <details>
        <summary className="w-fit cursor-pointer rounded-md text-quiet hover:text-ink">
          With {article(network.secretName)} {network.secretName} instead
        </summary>
        <div className="grid gap-4 pt-4">
          <SecretForm {...props} />
        </div>
      </details>
    </>
  )
}

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? 'an' : 'a')

/** Leads to the network's own pages, which lead back here. */
function AuthorizeForm({ network, sets, reconnected }: Props) {
  const { id: account } = useAccount()
  const { fields, request } = useRequest(network, sets, reconnected)
  const start = useSocialChange(
    () =>
      call(
        route['social-authorizations'].$post({
          param: { account },
          json: { network: network.name, ...request },
        }),
      ),
    ({ url }) => location.assign(url),
  )
  return (
    <Form
      verb={`Continue to ${NETWORKS[network.name].title}`}
      onSend={() => start.mutate(undefined)}
      busy={start.isPending || start.isSuccess}
      error={start.error}
    >
      <div className="text-quiet text-pretty">{GUIDES[network.name].oauth}</div>
      {fields}
    </Form>
  )
}

function SecretForm({ network, sets, reconnected, onDone }: Props) {
  const { id: account } = useAccount()
  const { values, bind } = useFields({ secret: '' })
  const { fields, request } = useRequest(network, sets, reconnected)
  const { secretName } = network
  const connect = useSocialChange(
    () =>
      reconnected
        ? call(
            route.social[':socialAccount'].reconnect.$post({
              param: { account, socialAccount: reconnected.id },
              json: values,
            }),
          )
        : call(
            route.social.$post({
              param: { account },
              json: { network: network.name, ...values, ...request },
            }),
          ),
    onDone,
  )
  return (
    <Form
      verb={reconnected ? 'Reconnect' : 'Connect'}
      variant={network.offersOAuth ? 'secondary' : 'primary'}
      onSend={() => connect.mutate(undefined)}
      busy={connect.isPending}
      error={connect.error}
    >
      <div className="text-quiet text-pretty">{GUIDES[network.name].secret}</div>
      {fields}
      <Field
        label={secretName.charAt(0).toUpperCase() + secretName.slice(1)}
        hint="It is stored encrypted."
        type="password"
        autoComplete="off"
        required
        {...bind('secret')}
      />
    </Form>
  )
}

/** The fields that say which account is meant; none where one is reconnected. */
function useRequest(network: Network, sets: readonly NamedSet[], reconnected: SocialAccount | null) {
  const { values, bind, set } = useFields({ handle: '', instance: '', setId: '' })
  if (reconnected)
    return {
      fields: null as ReactNode,
      request: {
        instance: reconnected.instance,
        handle: reconnected.profile.handle,
        setId: reconnected.setId,
      },
    }
  const asked = GUIDES[network.name].asks
  const fields: ReactNode = (
    <>
      {asked.handle && <Field autoComplete="off" {...asked.handle} {...bind('handle')} />}
      {asked.instance && <Field autoComplete="off" {...asked.instance} {...bind('instance')} />}
      {sets.length > 0 && (
        <Select
          label="Posts entries of"
          value={values.setId}
          options={[
            { value: '', label: 'No set' },
            ...sets.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onPick={setId => set({ setId })}
        />
      )}
    </>
  )
  return {
    fields,
    request: {
      handle: values.handle.trim() || null,
      instance: values.instance.trim() || null,
      setId: values.setId || null,
    },
  }
}
