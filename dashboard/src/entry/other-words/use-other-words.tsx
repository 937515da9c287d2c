import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Role } from '#accounts/roles.ts'
import { toasts } from '../../frame/toasts.tsx'
import { useAccount } from '../../frame/use-account.ts'
import { KeysHeld } from '../../parts/overlay/keys-held.tsx'
import { writerQuery } from '../../settings/queries.ts'
import { hasUnsavedWords } from '../editor/kept-words.ts'

const OtherWords = lazy(() => import('./other-words.tsx').then(m => ({ default: m.OtherWords })))

/** Whether a language model writes for the account; null while that is unknown. */
export function useHasWriter(): boolean | null {
  const { id: account } = useAccount()
  const { data } = useQuery(writerQuery(account))
  return data ? data.writer?.isOn === true || data.operatorModel !== null : null
}

interface Asking {
  /** Asks for other words; null for a role that cannot, and without a writer. */
  ask: (() => void) | null
  /** The dialog with the proposals, while the person chooses. */
  dialog: ReactNode
}

/** Asks the writer for other words for an entry, which requires at least the role `least`. */
export function useOtherWords(entry: string | null, least: Role): Asking {
  const { may } = useAccount()
  const hasWriter = useHasWriter()
  const [asked, setAsked] = useState<string | null>(null)
  if (entry === null || !may(least) || !hasWriter) return { ask: null, dialog: null }
  const ask = () => {
    if (hasUnsavedWords(entry)) toasts.show('What you typed is not saved yet. Save it or discard it first.')
    else setAsked(entry)
  }
  const dialog = asked === entry && (
    <Suspense fallback={<KeysHeld />}>
      <OtherWords entry={entry} onClose={() => setAsked(null)} />
    </Suspense>
  )
  return { ask, dialog }
}
