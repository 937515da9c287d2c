import { useMutation } from '@tanstack/react-query'
import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import type { EntryDetail } from '../api/entry-queries.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount, usePageNavigate } from '../frame/use-account.ts'
import type { MenuItem } from '../parts/overlay/menu-popup.tsx'

/** A menu item that makes separate drafts again of what a group was made from. */
export function useUngroup(entry: EntryDetail['entry']): MenuItem {
  const { id: account } = useAccount()
  const navigate = usePageNavigate()
  const ungroup = useMutation({
    mutationFn: () => act(account, 'entry ungroup', { id: entry.id, seen: entry.version }),
    onSuccess({ entries }) {
      toasts.show(`Ungrouped into ${entries.length} drafts.`)
      entriesChanged(account)
      return navigate({ to: '/$account/review' })
    },
    onError: toasts.failed,
  })
  return { label: 'Ungroup', onPick: () => ungroup.mutate() }
}
