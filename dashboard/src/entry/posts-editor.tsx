import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { NETWORKS } from '../social/networks.tsx'
import type { EntryText } from '../social/queries.ts'

interface Props {
  text: EntryText
  isLocked: boolean
  /** Saving changes the post on the network. */
  isPosted: boolean
  isBusy: boolean
  error: Error | null
  /** Null goes back to the proposed text. */
  onSave: (words: string | null) => Promise<unknown>
}

/** How long the text is, by the network's own counting, and a field to change it. */
export function TextEditor({ text, isLocked, isPosted, isBusy, error, onSave }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const check = useCheck(text, typed)
  const save = async (words: string | null) => {
    // What was not saved stays in the field, with the error below it.
    const isSaved = await onSave(words).then(
      () => true,
      () => false,
    )
    if (isSaved) setTyped(null)
  }
  return (
    <div className="grid gap-2">
      {typed !== null && (
        <>
          <label htmlFor={id} className="font-semibold">
            Text for {NETWORKS[text.account.network].title}
          </label>
          <textarea
            id={id}
            dir="auto"
            value={typed}
            aria-describedby={`${id}-count`}
            onChange={event => setTyped(event.target.value)}
            className="field-sizing-content min-h-24 rounded-md border border-edge bg-floating px-3 py-2"
          />
        </>
      )}
      <div id={`${id}-count`} className="grid gap-1 text-s">
        <p
          className={`tabular-nums ${check.count > check.limit ? 'font-semibold text-danger' : 'text-quiet'}`}
        >
          {check.count} of {check.limit}
          {text.isEdited && typed === null && ' · edited'}
        </p>
        <p role="status" className="text-danger empty:hidden">
          {check.faults.join(' ')}
        </p>
        <p className="text-quiet text-pretty">{check.links}</p>
      </div>
      <Problem error={error} />
      {!isLocked && (
        <div className="flex flex-wrap gap-2">
          {typed === null ? (
            <Button onClick={() => setTyped(text.text)}>{isPosted ? 'Change the post' : 'Edit text'}</Button>
          ) : (
            <>
              <Button
                variant="primary"
                busy={isBusy}
                disabled={check.faults.length > 0}
                onClick={() => void save(typed)}
              >
                {isPosted ? `Change it on ${NETWORKS[text.account.network].title}` : 'Save text'}
              </Button>
              <Button variant="ghost" onClick={() => setTyped(null)}>
                Cancel
              </Button>
            </>
          )}
          {text.isEdited && !isPosted && (
            <Button variant="ghost" busy={isBusy} onClick={() => void save(null)}>
              Back to the proposed text
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const CHECK_AFTER_MS = 200

/** Asks the server, which counts as the network does. The last answer stays until the next one is there. */
function useCheck(text: EntryText, typed: string | null): EntryText['check'] {
  const { id } = useAccount()
  const { account, check } = text
  const [asked, setAsked] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    queryKey: ['post-check', id, account.id, asked],
    queryFn: ({ signal }) =>
      call(
        api.accounts[':account'].social[':socialAccount'].check.$post(
          { param: { account: id, socialAccount: account.id }, json: { text: asked ?? '' } },
          { init: { signal } },
        ),
      ),
    enabled: asked !== null && asked !== text.text,
    placeholderData: before => before,
    gcTime: 0,
  })
  return typed === null || typed === text.text || !data ? check : data.check
}
