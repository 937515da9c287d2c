import type { Act } from '../api/use-change.ts'
import { useAccount } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { SavedCheckbox } from '../parts/form/saved-checkbox.tsx'
import type { Source } from './queries.ts'

/**
 * Whether the open pull requests of a source are reviewed. Owners can switch it; others see whether it is on or was refused by the host.
 */
export function Reviews({ source: { id, reviews } }: { source: Source }) {
  const { may } = useAccount()
  const { state, reason, remedy } = reviews
  const change = {
    send: (act: Act, isOn = true) => act('source reviews', { id, reviews: isOn ? 'on' : 'off' }),
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
      {may('owner') && (
        <SavedCheckbox
          label="Review open pull requests"
          hint="Asks at most one author in ten, in one comment, for the words that only they have."
          checked={state !== 'off'}
          {...change}
        />
      )}
      {!may('owner') && state === 'on' && <p className="text-quiet">Open pull requests are reviewed.</p>}
      {state === 'refused' && (
        <div role="status" className="grid justify-items-start gap-2 rounded-md bg-raised p-4">
          <p className="text-pretty wrap-anywhere">
            Open pull requests cannot be reviewed. {reason}{' '}
            {may('owner') ? remedy : 'An owner has to give the connection more rights.'}
          </p>
          {may('owner') && <ChangeButton verb="Try again" {...change} />}
        </div>
      )}
    </div>
  )
}
