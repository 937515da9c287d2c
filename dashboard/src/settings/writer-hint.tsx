import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { writerQuery } from './queries.ts'

/**
 * Says once, to an owner whose drafts are not written by a language model, that they would read better. It
 * never returns after it was dismissed.
 */
export function WriterHint() {
  const { id: account, may } = useAccount()
  const key = `tidings-writer-hint-${account}`
  const [isSeen, setSeen] = useState(() => localStorage.getItem(key) !== null)
  const isOffered = may('owner') && !isSeen
  const { data } = useQuery({ ...writerQuery(account), enabled: isOffered })
  if (!isOffered || !data || data.writer !== null || data.operatorModel !== null) return null
  const dismiss = () => {
    localStorage.setItem(key, 'seen')
    setSeen(true)
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet">
      <span>
        Drafts read better with{' '}
        <Link
          to="/$account/settings/writing"
          params={{ account }}
          className="text-accent underline"
          onClick={dismiss}
        >
          an AI writer
        </Link>
        , a language model of your choice.
      </span>
      <Button variant="tertiary" aria-label="Dismiss the hint about the AI writer" onClick={dismiss}>
        Dismiss
      </Button>
    </p>
  )
}
