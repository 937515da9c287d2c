import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api, call } from '../../../api/client.ts'
import { ownSignInQuery, queryClient, welcomeQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Done, Problem } from '../../../parts/notice.tsx'
import { Row, Rows } from '../../../parts/row.tsx'
import { Section } from '../../../parts/section.tsx'
import { fullTime, shortDate } from '../../../time.ts'
import { CodeDialog } from './code-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const SetUp = lazy(() => import('./set-up.tsx'))

interface Props {
  email: string
  /** Null if it is off. */
  status: { since: number; recoveryCodes: number } | null
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey })

/** The second factor: turning codes of an authenticator app on and off, and recovery codes. */
export function SecondFactor({ email, status }: Props) {
  const { data: welcome } = useQuery(welcomeQuery)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [done, setDone] = useState('')
  const show = (made: string[], meaning: string) => {
    setCodes(made)
    setDone(meaning)
    refresh()
  }
  return (
    <Section title="Two-factor authentication" lead={welcome && leadFor(welcome)}>
      {codes && <RecoveryCodes email={email} codes={codes} onSaved={() => setCodes(null)} />}
      {!codes && status && (
        <On
          status={status}
          onCodes={made => show(made, 'The recovery codes from before no longer work.')}
          onOff={() => {
            setDone('Two-factor authentication is off.')
            refresh()
          }}
        />
      )}
      {!codes && !status && (
        <Off onCodes={made => show(made, 'Tidings asks for a code the next time you sign in.')} />
      )}
      <Done>{codes ? null : done}</Done>
    </Section>
  )
}

function Off({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const offer = useMutation({ mutationFn: () => call(api.me['second-factor'].offer.$post()) })
  const button = (
    <div>
      <Button aria-label="Add an authenticator app" change={offer}>
        Add
      </Button>
    </div>
  )
  if (!offer.data)
    return (
      <>
        <Problem error={offer.error} />
        {button}
      </>
    )
  return (
    <Suspense fallback={button}>
      <SetUp offer={offer.data} onDone={onCodes} onCancel={() => offer.reset()} />
    </Suspense>
  )
}

interface OnProps {
  status: { since: number; recoveryCodes: number }
  onCodes: (codes: string[]) => void
  onOff: () => void
}

function On({ status: { since, recoveryCodes }, onCodes, onOff }: OnProps) {
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null)
  const close = () => setAsking(null)
  return (
    <>
      <Rows>
        <Row
          title="Authenticator app"
          meta={<span title={fullTime(since)}>On since {shortDate(since)}.</span>}
          action={
            <Button
              variant="tertiary"
              aria-label="Remove two-factor authentication"
              onClick={() => setAsking('off')}
            >
              Remove
            </Button>
          }
        />
        <Row
          title="Recovery codes"
          meta={codesLeft(recoveryCodes)}
          action={
            <Button
              variant="tertiary"
              aria-label="Replace the recovery codes"
              onClick={() => setAsking('codes')}
            >
              Replace
            </Button>
          }
        />
      </Rows>
      {asking === 'codes' && (
        <CodeDialog
          title="Replace the recovery codes?"
          verb="Replace"
          variant="primary"
          send={code => call(api.me['second-factor']['recovery-codes'].$post({ json: { code } }))}
          onDone={({ recoveryCodes: made }) => {
            close()
            onCodes(made)
          }}
          onClose={close}
        >
          The codes that you have now stop working.
        </CodeDialog>
      )}
      {asking === 'off' && (
        <CodeDialog
          title="Remove two-factor authentication?"
          verb="Remove"
          variant="danger"
          send={code => call(api.me['second-factor'].off.$post({ json: { code } }))}
          onDone={() => {
            close()
            onOff()
          }}
          onClose={close}
        >
          Whoever has your password or reads your mail can then sign in as you.
        </CodeDialog>
      )}
    </>
  )
}

/** A sentence about the ways of signing in that ask for a code. */
function leadFor({ github, passkeys, oidc }: { github: boolean; passkeys: boolean; oidc: string | null }) {
  const asked = `After your password${github ? ', a sign-in link or GitHub' : ' or a sign-in link'}, Tidings asks for a code from an app on your phone.`
  const others = [...(passkeys ? ['a passkey'] : []), ...(oidc === null ? [] : [oidc])].join(' or ')
  return others === '' ? asked : `${asked} Signing in with ${others} needs no code.`
}

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery code is left: replace them.'
  return count === 1 ? 'One recovery code is left.' : `${count} recovery codes are left.`
}
