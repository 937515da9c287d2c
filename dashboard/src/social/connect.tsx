import { useState } from 'react'
import { base } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { Button } from '../parts/button.tsx'
import { Fold } from '../parts/fold.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { optionsAmong, Select } from '../parts/form/select.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { Out } from '../parts/text/out.tsx'
import { sentenceCase } from '../text.ts'
import { Code, NETWORKS, type Way } from './faces.tsx'
import { NetworkMark } from './networks.tsx'
import type { NamedSet, Network, Social, SocialAccount } from './queries.ts'

/** A button for each network, which opens the form to connect an account there. */
export function ConnectButtons({ networks, sets }: Pick<Social, 'networks' | 'sets'>) {
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
function AuthorizeForm(props: Props) {
  const { network, reconnected } = props
  const target = useTarget(NETWORKS[network.name].oauth, props)
  const start = useChange(
    act =>
      reconnected
        ? act('social reauthorize', { id: reconnected.id })
        : act('social authorize', { network: network.name, ...target.request }),
    ({ url }) => location.assign(url),
  )
  return (
    <Form
      verb={`Continue to ${NETWORKS[network.name].title}`}
      // After it succeeded, the browser is about to leave.
      change={{ ...start, isPending: start.isPending || start.isSuccess }}
    >
      {target.fields}
    </Form>
  )
}

function SecretForm(props: Props) {
  const { network, reconnected, onDone } = props
  const { values, bind } = useFields({ secret: '' })
  const target = useTarget(NETWORKS[network.name].secret, props)
  const connect = useChange(
    act =>
      reconnected
        ? act('social reconnect', { id: reconnected.id, ...values })
        : act('social connect', { network: network.name, ...values, ...target.request }),
    onDone,
  )
  return (
    <Form verb="Connect" variant={network.offersOAuth ? 'secondary' : 'primary'} change={connect}>
      {target.fields}
      <Field
        label={sentenceCase(network.secretName)}
        hint="It is stored encrypted."
        type="password"
        autoComplete="off"
        required
        {...bind('secret')}
      />
    </Form>
  )
}

/** What leads to the account, and the fields for which account to connect and which set it posts. */
function useTarget(way: Way, { sets, reconnected }: Props) {
  const { values, bind, pick } = useFields({ handle: '', instance: '', setId: '' })
  return {
    request: {
      handle: values.handle.trim() || undefined,
      instance: values.instance.trim() || undefined,
      set: values.setId || null,
    },
    fields: (
      <>
        <div className="text-quiet text-pretty">{way.steps}</div>
        {!reconnected && way.handle && <Field autoComplete="off" {...way.handle} {...bind('handle')} />}
        {!reconnected && way.instance && <Field autoComplete="off" {...way.instance} {...bind('instance')} />}
        {!reconnected && sets.length > 0 && (
          <Select label="Posts entries of" options={optionsAmong('No set', sets)} {...pick('setId')} />
        )}
      </>
    ),
  }
}

/** Says which settings the operator has to make for a network, and where their values come from. */
function MissingSettings({ network: { name, missingSettings } }: { network: Network }) {
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
