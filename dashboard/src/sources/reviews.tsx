import { useState } from 'react'
import { act } from '../api/client.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Problem } from '../parts/notice.tsx'
import type { Source } from './queries.ts'

/**
 * Whether the open pull requests of a source are reviewed. Owners can switch it; others see whether it is on or was refused by the host.
 */
export function Reviews({ source }: { source: Source }) {
  const { may } = useAccount()
  const { id: account } = useAccount()
  const change = useChange(['sources'], (isOn: boolean) =>
    act(account, 'source reviews', { id: source.id, reviews: isOn ? 'on' : 'off' }),
  )
  const { state, reason, remedy } = source.reviews
  /** The requested value until it is stored. */
  const [asked, setAsked] = useState<boolean | null>(null)
  const ask = (isOn: boolean) => {
    setAsked(isOn)
    change.mutate(isOn, { onSettled: () => setAsked(null) })
  }
  return (
    <div className="grid max-w-text grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
      {may('owner') && (
        <Checkbox
          label="Review open pull requests"
          hint="Asks at most one author in ten, in one comment, for the words that only they have."
          checked={asked ?? state !== 'off'}
          disabled={change.isPending}
          onChange={ask}
        />
      )}
      {!may('owner') && state === 'on' && <p className="text-quiet">Open pull requests are reviewed.</p>}
      {state === 'refused' && (
        <div role="status" className="grid justify-items-start gap-2 rounded-md bg-raised p-4">
          <p className="text-pretty wrap-anywhere">
            Open pull requests cannot be reviewed. {reason}{' '}
            {may('owner') ? remedy : 'An owner has to give the connection more rights.'}
          </p>
          {may('owner') && (
            <Button busy={change.isPending} onClick={() => ask(true)}>
              Try again
            </Button>
          )}
        </div>
      )}
      <Problem error={change.error} />
    </div>
  )
}
