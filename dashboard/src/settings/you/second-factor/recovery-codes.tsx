import { Button, buttonClass } from '../../../parts/button.tsx'
import { CopyButton } from '../../../parts/text/copy.tsx'
import { Panel } from './panel.tsx'

interface Props {
  email: string
  codes: readonly string[]
  onSaved: () => void
}

/** New recovery codes, which are not shown again. */
export function RecoveryCodes({ email, codes, onSaved }: Props) {
  const text = `${codes.join('\n')}\n`
  const file = `Recovery codes of ${email} for Tidings at ${location.origin}\nEach works once, in place of a code from the authenticator app.\n\n${text}`
  return (
    <Panel title="Save your recovery codes">
      <p className="text-pretty">
        With one of these you get in when you don't have your authenticator app. Each works once. They are
        shown only now: keep them in a password manager, or print them.
      </p>
      <ul className="grid gap-x-6 gap-y-1 rounded-md bg-floating px-4 py-3 font-mono text-s whitespace-nowrap ring-1 ring-line select-all sm:grid-cols-2">
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
        <Button variant="primary" onClick={onSaved}>
          Close
        </Button>
      </div>
    </Panel>
  )
}
