import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api, call } from '../../../api/client.ts'
import { ownSignInQuery, queryClient, welcomeQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Done, Problem } from '../../../parts/notice.tsx'
import { Section } from '../../../parts/section.tsx'
import { fullTime, shortDate } from '../../../time.ts'
import { CodeDialog } from './code-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const SetUp = lazy(() => import('./set-up.tsx'))

interface Props {
  email: string
  /** Null when it is off. */
  status: { since: number; recoveryCodes: number } | null
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey })

/** Codes of an authenticator app besides the password or link: turning it on and off, and its recovery codes. */
export function SecondFactor({ email, status }: Props) {
  const { data: welcome } = useQuery(welcomeQuery)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [done, setDone] = useState('')
  const show = (made: string[]) => {
    setCodes(made)
    refresh()
  }
  const ways = `your password${welcome?.github ? ', GitHub' : ''} or a sign-in link`
  const others = `${welcome?.passkeys ? 'passkeys' : ''}${welcome?.passkeys && welcome.oidc ? ' and ' : ''}${welcome?.oidc ?? ''}`
  return (
    <Section
      title="Two-factor authentication"
      lead={`After ${ways}, Tidings asks for a code from an app on your phone.${others && ` Signing in with ${others} needs none.`}`}
    >
      {codes && (
        <RecoveryCodes
          email={email}
          codes={codes}
          onSaved={() => {
            setCodes(null)
            setDone('Two-factor authentication is on.')
          }}
        />
      )}
      {!codes && status && (
        <On
          status={status}
          onCodes={show}
          onOff={() => {
            setDone('Two-factor authentication is off.')
            refresh()
          }}
        />
      )}
      {!codes && !status && <Off onCodes={show} />}
      <Done>{codes ? null : done}</Done>
    </Section>
  )
}

function Off({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const offer = useMutation({ mutationFn: () => call(api.me['second-factor'].offer.$post()) })
  const button = (
    <div>
      <Button busy={offer.isPending} onClick={() => offer.mutate()}>
        Turn on
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
      <p>
        <span title={fullTime(since)}>On since {shortDate(since)}.</span> {codesLeft(recoveryCodes)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsking('codes')}>New recovery codes</Button>
        <Button variant="tertiary" onClick={() => setAsking('off')}>
          Turn off
        </Button>
      </div>
      {asking === 'codes' && (
        <CodeDialog
          title="Create new recovery codes"
          verb="Create codes"
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
          title="Turn off two-factor authentication?"
          verb="Turn off"
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

function codesLeft(count: number): string {
  if (count === 0) return 'No recovery code is left: create new ones.'
  return count === 1 ? 'One recovery code is left.' : `${count} recovery codes are left.`
}
