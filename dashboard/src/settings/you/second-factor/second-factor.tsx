import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api, call } from '../../../api/client.ts'
import { type OwnSignIn, ownSignInQuery, queryClient, welcomeQuery } from '../../../api/queries.ts'
import { Button, buttonClass } from '../../../parts/button.tsx'
import { CodeForm } from '../../../parts/form/code-form.tsx'
import { Done } from '../../../parts/notice.tsx'
import { Dialog } from '../../../parts/overlay/dialog.tsx'
import { DialogButton } from '../../../parts/overlay/dialog-button.tsx'
import { Row } from '../../../parts/row.tsx'
import { CopyButton } from '../../../parts/text/copy.tsx'
import { fullTime, shortDate } from '../../../time.ts'

const SetUp = lazy(() => import('./set-up.tsx'))

const route = api.me['second-factor']

interface Props {
  email: string
  /** Null if it is off. */
  status: OwnSignIn['secondFactor']
}

/** The second factor: turning codes of an authenticator app on and off, and recovery codes. */
export function SecondFactor({ email, status }: Props) {
  const { data: welcome } = useQuery(welcomeQuery)
  /** New recovery codes, which are not shown again. */
  const [codes, setCodes] = useState<readonly string[]>([])
  const [done, setDone] = useState('')
  const change = (meaning: string, made: readonly string[] = []) => {
    setCodes(made)
    setDone(meaning)
    void queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey })
  }
  return (
    <>
      <Row
        title="Two-factor authentication"
        meta={
          <>
            {status && <span title={fullTime(status.since)}>On since {shortDate(status.since)}. </span>}
            {welcome && leadFor(welcome)}
          </>
        }
        action={
          status ? (
            <TurnOff onDone={() => change('Two-factor authentication is off.')} />
          ) : (
            <DialogButton verb="Add" label="Add two-factor authentication" title="Add your authenticator app">
              {close => (
                <Suspense>
                  <SetUp
                    onDone={made => {
                      close()
                      change('Tidings asks for a code the next time you sign in.', made)
                    }}
                    onCancel={close}
                  />
                </Suspense>
              )}
            </DialogButton>
          )
        }
      >
        <Done>{done}</Done>
      </Row>
      {status && (
        <CodesRow
          left={status.recoveryCodes}
          onReplace={made => change('The recovery codes from before no longer work.', made)}
        />
      )}
      {codes.length > 0 && <RecoveryCodes email={email} codes={codes} onClose={() => setCodes([])} />}
    </>
  )
}

const TurnOff = ({ onDone }: { onDone: () => void }) => (
  <DialogButton
    verb="Remove"
    label="Remove two-factor authentication"
    title="Remove two-factor authentication?"
  >
    {close => (
      <>
        <p className="text-quiet">Whoever has your password or reads your mail can then sign in as you.</p>
        <CodeForm
          verb="Remove"
          variant="danger"
          send={code => call(route.off.$post({ json: { code } }))}
          onDone={onDone}
          onCancel={close}
        />
      </>
    )}
  </DialogButton>
)

interface CodesRowProps {
  /** How many recovery codes are left. */
  left: number
  onReplace: (made: readonly string[]) => void
}

const CodesRow = ({ left, onReplace }: CodesRowProps) => (
  <Row
    title="Recovery codes"
    meta={codesLeft(left)}
    action={
      <DialogButton verb="Replace" label="Replace the recovery codes" title="Replace the recovery codes?">
        {close => (
          <>
            <p className="text-quiet">The codes that you have now stop working.</p>
            <CodeForm
              verb="Replace"
              send={code => call(route['recovery-codes'].$post({ json: { code } }))}
              onDone={({ recoveryCodes }) => {
                close()
                onReplace(recoveryCodes)
              }}
              onCancel={close}
            />
          </>
        )}
      </DialogButton>
    }
  />
)

interface CodesProps {
  email: string
  codes: readonly string[]
  onClose: () => void
}

/** Recovery codes to save. Only the button closes them, so that nobody loses them by a click beside them. */
function RecoveryCodes({ email, codes, onClose }: CodesProps) {
  const text = `${codes.join('\n')}\n`
  const file = `Recovery codes of ${email} for Tidings at ${location.origin}\nEach works once, in place of a code from the authenticator app.\n\n${text}`
  return (
    <Dialog title="Save your recovery codes" onClose={() => {}}>
      <p className="text-pretty">
        With one of these you get in when you don't have your authenticator app. Each works once. They are
        shown only now: keep them in a password manager, or print them.
      </p>
      <ul className="grid gap-x-6 gap-y-1 rounded-md px-4 py-3 font-mono text-s whitespace-nowrap ring-1 ring-line select-all sm:grid-cols-2">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy the recovery codes" />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="tidings-recovery-codes.txt"
          className={buttonClass('secondary')}
        >
          Download
        </a>
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
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
