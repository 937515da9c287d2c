import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import type { EntryDetail } from '../api/entry-queries.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'

interface Props {
  entry: EntryDetail['entry']
  disabled: boolean
}

/** A button that makes separate drafts again of what a group was made from. */
export function UngroupButton({ entry, disabled }: Props) {
  const { id: account } = useAccount()
  const navigate = useNavigate()
  const ungroup = useMutation({
    mutationFn: () => act(account, 'entry ungroup', { id: entry.id, seen: entry.version }),
    onSuccess({ entries }) {
      toasts.show(`Ungrouped into ${entries.length} drafts.`)
      entriesChanged(account)
      return navigate({ to: '/$account/review', params: { account } })
    },
    onError: error => toasts.show(error.message),
  })
  return (
    <Button busy={ungroup.isPending} disabled={disabled} onClick={() => ungroup.mutate()}>
      Ungroup
    </Button>
  )
}
