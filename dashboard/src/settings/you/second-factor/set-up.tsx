import { useMutation, useQuery } from '@tanstack/react-query'
import { encode } from 'uqr'
import { api, call } from '../../../api/client.ts'
import { Field, Form, useFields } from '../../../parts/form/form.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { Copy } from '../../../parts/text/copy.tsx'

interface Props {
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Adds Tidings to an authenticator app, and confirms that with a code. */
export default function SetUp({ onDone, onCancel }: Props) {
  const { values, bind } = useFields({ code: '' })
  // Each request makes another key, and only the last one can be confirmed.
  const offer = useQuery({
    queryKey: ['second-factor-offer'],
    queryFn: () => call(api.me['second-factor'].offer.$post()),
    staleTime: 'static',
    gcTime: 0,
  })
  const turnOn = useMutation({
    mutationFn: () => call(api.me['second-factor'].$post({ json: values })),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  return (
    <Loaded query={offer} label="Loading a key">
      {({ address, secret }) => (
        <>
          <p className="text-pretty">
            Scan it with the app on your phone: 1Password, Bitwarden, Google Authenticator, Microsoft
            Authenticator or another one.
          </p>
          <QrCode text={address} label="QR code for your authenticator app" />
          <div className="grid gap-1">
            <p className="text-s text-quiet">
              Can't scan it?{' '}
              <a href={address} className="text-accent underline">
                Open the app on this device
              </a>
              , or enter this key in it.
            </p>
            <Copy text={secret} label="Copy the key" />
          </div>
          <Form verb="Add" change={turnOn} onCancel={onCancel}>
            <Field
              label="Code"
              hint="Six digits, as the app shows them for Tidings."
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              {...bind('code')}
            />
          </Form>
          <p className="text-s text-quiet">Turning it on signs you out on all other devices.</p>
        </>
      )}
    </Loaded>
  )
}

/** Light modules around the code, which readers need (ISO/IEC 18004). */
const QUIET = 4

/** A text as a QR code, dark on light in every colour scheme. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-md ring-1 ring-line"
    >
      <rect width={size} height={size} fill="#fff" className="forced-color-adjust-none" />
      <path d={path} fill="#000" className="forced-color-adjust-none" />
    </svg>
  )
}
