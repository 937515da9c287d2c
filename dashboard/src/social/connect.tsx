import { useState } from 'react'
import { act } from '../api/client.ts'
import { SOCIAL, useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Fold } from '../parts/fold.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { NETWORKS, type Way } from './faces.tsx'
import { MissingSettings } from './missing-settings.tsx'
import { NetworkMark } from './networks.tsx'
import type { Network, SocialAccount } from './queries.ts'
import { type NamedSet, setOptions } from './sets.tsx'

interface ButtonsProps {
  networks: readonly Network[]
  sets: readonly NamedSet[]
}

/** A button for each network, which opens the form to connect an account there. */
export function ConnectButtons({ networks, sets }: ButtonsProps) {
  const [open, setOpen] = useState<Network | null>(null)
  return (
    <>
      <ul
        aria-label="Connect an account"
        className="flex flex-wrap items-center gap-x-1 max-sm:-mx-2 forced-colors:gap-2"
      >
        <li aria-hidden="true" className="mr-1 text-quiet max-sm:w-full max-sm:px-2">
          Connect an account
        </li>
        {networks.map(network => (
          <li key={network.name}>
            <Button variant="ghost" className="px-2!" onClick={() => setOpen(network)}>
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
    </>
  )
}

interface Props {
  network: Network
  /** The sets to choose from for a new account. */
  sets: readonly NamedSet[]
  /** The account to reconnect; null to connect a new one. */
  reconnected: SocialAccount | null
  onDone: () => void
}

/** The form of a network: it leads to the network's own pages if possible, and otherwise asks for a secret that a person makes there. */
export function ConnectForm(props: Props) {
  const { network } = props
  if (network.missingSettings.length > 0) return <MissingSettings network={network} />
  if (!network.offersOAuth) return <SecretForm {...props} />
  return (
    <>
      <AuthorizeForm {...props} />
      <Fold title={`With ${article(network.secretName)} ${network.secretName} instead`}>
        <SecretForm {...props} />
      </Fold>
    </>
  )
}

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? 'an' : 'a')

/** Leads to the network's own pages, which lead back here. */
function AuthorizeForm({ network, sets, reconnected }: Props) {
  const { id: account } = useAccount()
  const target = useTarget()
  const way = NETWORKS[network.name].oauth
  const start = useChange(
    SOCIAL,
    () =>
      reconnected
        ? act(account, 'social reauthorize', { id: reconnected.id })
        : act(account, 'social authorize', { network: network.name, ...target.request }),
    ({ url }) => location.assign(url),
  )
  return (
    <Form
      verb={`Continue to ${NETWORKS[network.name].title}`}
      // After it succeeded, the browser is about to leave.
      change={{ ...start, isPending: start.isPending || start.isSuccess }}
    >
      <div className="text-quiet text-pretty">{way.steps}</div>
      {!reconnected && <TargetFields way={way} sets={sets} target={target} />}
    </Form>
  )
}

function SecretForm({ network, sets, reconnected, onDone }: Props) {
  const { id: account } = useAccount()
  const { values, bind } = useFields({ secret: '' })
  const target = useTarget()
  const way = NETWORKS[network.name].secret
  const { secretName } = network
  const connect = useChange(
    SOCIAL,
    () =>
      reconnected
        ? act(account, 'social reconnect', { id: reconnected.id, ...values })
        : act(account, 'social connect', { network: network.name, ...values, ...target.request }),
    onDone,
  )
  return (
    <Form verb="Connect" variant={network.offersOAuth ? 'secondary' : 'primary'} change={connect}>
      <div className="text-quiet text-pretty">{way.steps}</div>
      {!reconnected && <TargetFields way={way} sets={sets} target={target} />}
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

/** The fields for which account to connect, and which set it posts. */
function useTarget() {
  const fields = useFields({ handle: '', instance: '', setId: '' })
  const { handle, instance, setId } = fields.values
  return {
    fields,
    request: {
      handle: handle.trim() || undefined,
      instance: instance.trim() || undefined,
      set: setId || null,
    },
  }
}

interface TargetProps {
  way: Way
  sets: readonly NamedSet[]
  target: ReturnType<typeof useTarget>
}

function TargetFields({ way, sets, target: { fields } }: TargetProps) {
  const { bind, pick } = fields
  return (
    <>
      {way.handle && <Field autoComplete="off" {...way.handle} {...bind('handle')} />}
      {way.instance && <Field autoComplete="off" {...way.instance} {...bind('instance')} />}
      {sets.length > 0 && <Select label="Posts entries of" options={setOptions(sets)} {...pick('setId')} />}
    </>
  )
}
