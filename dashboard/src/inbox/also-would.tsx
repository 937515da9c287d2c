import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, call } from '../api/client.ts'
import type { Decidable, Decision } from '../decisions/decision.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'

/** A pause before the question, so that a person who decides quickly is not asked about each decision. */
const REST_MS = 1_200
const SHOWN = 5

interface Props {
  /** The id of the pull request that was just marked as internal. */
  pullId: string
  onApply: (those: readonly Decidable[], decision: Decision) => Promise<void>
  onClose: () => void
}

/** What a correction taught, and the drafts that would follow it. They change only if a person agrees. */
export function AlsoWould({ pullId, onApply, onClose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useAlsoWould(pullId)
  const count = data?.pulls.length ?? 0
  const apply = () => {
    onClose()
    const those = data?.pulls.map(({ id, entryId }) => ({ id: entryId ?? id, version: null })) ?? []
    void onApply(those, { action: 'pull classify', visibility: 'internal' })
  }
  return (
    <div role="status">
      {data && count > 0 && (
        <section
          aria-label="Others like it"
          className="grid gap-2 border-t border-line bg-floating px-4 py-3"
        >
          <p className="text-pretty">
            <strong className="font-semibold">Noted{data.rule && `: ${data.rule}`}.</strong>{' '}
            {count === 1 ? 'One other draft like it would change.' : `${count} others like it would change.`}
          </p>
          {isOpen && (
            <ul className="grid gap-1 text-s">
              {data.pulls.slice(0, SHOWN).map(pull => (
                <li key={pull.id} dir="auto" className="truncate">
                  {pull.title}
                </li>
              ))}
              {count > SHOWN && <li className="text-quiet">and {count - SHOWN} more</li>}
            </ul>
          )}
          <div className="flex flex-wrap gap-1 forced-colors:gap-2">
            <Button className="px-3!" onClick={apply}>
              Update
            </Button>
            {!isOpen && (
              <Button className="px-3!" onClick={() => setOpen(true)}>
                Show
              </Button>
            )}
            <Button className="px-3!" onClick={onClose}>
              Close
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}

function useAlsoWould(pull: string) {
  const { id: account } = useAccount()
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  return useQuery({
    queryKey: ['also-would', account, pull],
    queryFn: () =>
      call(
        api.accounts[':account'].pulls[':pull']['also-would'].$get(
          { param: { account, pull } },
          { init: { priority: 'low' } },
        ),
      ),
    enabled: isRested,
    gcTime: 0,
    staleTime: 'static',
  })
}
