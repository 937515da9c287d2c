import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { act } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { useRested } from '../parts/use-rested.ts'
import { NETWORKS } from '../social/faces.tsx'
import { money } from '../social/networks.tsx'
import type { EntryText } from '../social/queries.ts'

interface Props {
  text: EntryText
  /** The text in the field; null while nothing is being edited. */
  typed: string | null
  onType: (typed: string | null) => void
  isLocked: boolean
  /** Whether saving changes the post on the network. */
  isPosted: boolean
  isBusy: boolean
  /** Null restores the proposed text. */
  onSave: (words: string | null) => void
}

/** The length and price of the text, as the network counts, and a field to change it. */
export function TextEditor(props: Props) {
  const { text, typed, onType, isLocked, isPosted, isBusy, onSave } = props
  const id = useId()
  const { check, price } = useCheck(text, typed)
  const { title } = NETWORKS[text.account.network]
  return (
    <div className="grid gap-2">
      {typed !== null && (
        <>
          <label htmlFor={id} className="font-semibold">
            Text for {title}
          </label>
          <textarea
            id={id}
            dir="auto"
            value={typed}
            aria-describedby={`${id}-count`}
            onChange={event => onType(event.target.value)}
            className="field-sizing-content min-h-24 rounded-md border border-edge bg-floating px-3 py-2"
          />
        </>
      )}
      <div id={`${id}-count`} className="grid gap-1 text-s">
        <p
          className={`tabular-nums ${check.count > check.limit ? 'font-semibold text-danger' : 'text-quiet'}`}
        >
          {check.count} of {check.limit} characters
          {price !== null && !isPosted && ` · ${title} charges ${money(price)}`}
          {text.isEdited && typed === null && ' · edited'}
        </p>
        <p role="status" className="text-danger empty:hidden">
          {check.faults.join(' ')}
        </p>
        <p className="text-quiet text-pretty">{check.links}</p>
      </div>
      {!isLocked && (
        <div className="flex flex-wrap gap-2">
          {typed === null ? (
            <Button onClick={() => onType(text.text)}>Edit</Button>
          ) : (
            <>
              <Button
                variant="primary"
                busy={isBusy}
                disabled={check.faults.length > 0}
                onClick={() => onSave(typed)}
              >
                {isPosted ? 'Update' : 'Save'}
              </Button>
              <Button onClick={() => onType(null)}>Cancel</Button>
            </>
          )}
          {text.isEdited && !isPosted && (
            <Button aria-label="Restore the machine's words" busy={isBusy} onClick={() => onSave(null)}>
              Restore
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** The server's check of the text, which counts as the network does. The last answer stays until the next one arrives. */
function useCheck(text: EntryText, typed: string | null): Pick<EntryText, 'check' | 'price'> {
  const { id } = useAccount()
  const asked = useRested(typed)
  const { data } = useQuery({
    queryKey: ['post-check', id, text.account.id, asked],
    queryFn: () => act(id, 'post check', { to: text.account.id, text: asked ?? '' }),
    enabled: asked !== null && asked !== text.text,
    placeholderData: before => before,
    gcTime: 0,
  })
  return typed === null || typed === text.text || !data ? text : data
}
