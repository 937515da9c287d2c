import { useMutation, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'

/** Saves settings, and resolves when they have been read again. */
export function useSaving<R, T = void>(save: (given: T) => Promise<R>) {
  const { id } = useAccount()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['settings', id] }),
        queries.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]),
  })
}
