import { useMutation, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'

/** Saves settings, and reads them again afterwards. */
export function useSaving<T, R>(save: (given: T) => Promise<R>) {
  const { id } = useAccount()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['settings', id] })
      void queries.invalidateQueries({ queryKey: meQuery.queryKey })
    },
  })
}
