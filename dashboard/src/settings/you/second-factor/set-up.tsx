import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../../../api/client.ts'
import { Field } from '../../../parts/form/field.tsx'
import { Form } from '../../../parts/form/form.tsx'
import { Copy } from '../../../parts/text/copy.tsx'
import { Panel } from './panel.tsx'
import { QrCode } from './qr-code.tsx'

interface Props {
  /** The key for the app, by itself and in the address that the QR code contains. */
  offer: { secret: string; address: string }
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Adds Tidings to an authenticator app, and confirms that with a code. */
export default function SetUp({ offer, onDone, onCancel }: Props) {
  const [code, setCode] = useState('')
  const turnOn = useMutation({
    mutationFn: () => call(api.me['second-factor'].$post({ json: { code } })),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <Panel title="Add Tidings to your authenticator app">
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <QrCode text={offer.address} label="QR code for your authenticator app" />
        <div className="grid gap-4">
          <p className="text-pretty">
            Scan it with the app on your phone: 1Password, Bitwarden, Google Authenticator, Microsoft
            Authenticator or another one.
          </p>
          <div className="grid gap-1">
            <p className="text-s text-quiet">
              Can't scan it?{' '}
              <a href={offer.address} className="text-accent underline">
                Open the app on this device
              </a>
              , or enter this key in it.
            </p>
            <Copy text={offer.secret} label="Copy the key" />
          </div>
        </div>
      </div>
      <Form verb="Add" change={turnOn} onCancel={onCancel}>
        <Field
          label="Code"
          hint="Six digits, as the app shows them for Tidings."
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={event => setCode(event.target.value)}
        />
      </Form>
      <p className="text-s text-quiet">Turning it on signs you out on all other devices.</p>
    </Panel>
  )
}
