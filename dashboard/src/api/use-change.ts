import { useMutation } from '@tanstack/react-query'
import { queryClient } from './queries.ts'

/** The keys of what shows a change of the settings. */
export const SETTINGS = ['settings', 'me']

/** The keys of what shows a change of a social account, a set or a post. */
export const SOCIAL = ['social', 'counts', 'settings']

/** Sends a change. It ends when the queries whose key begins with one of `keys` have been read again; then `onSuccess` is called. */
export const useChange = <R, T = void>(
  keys: readonly string[],
  send: (given: T) => Promise<R>,
  onSuccess?: (result: R) => unknown,
) =>
  useMutation({
    async mutationFn(given: T) {
      try {
        return await send(given)
      } finally {
        await Promise.all(keys.map(key => queryClient.invalidateQueries({ queryKey: [key] })))
      }
    },
    ...(onSuccess && { onSuccess }),
  })
