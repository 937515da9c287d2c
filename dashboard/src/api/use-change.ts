import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { ActionName } from '../../../src/actions/actions.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { act, type InputOf, type OutputOf } from './client.ts'
import { queryClient } from './queries.ts'

/** Runs an action in the account of the page. */
export type Act = <N extends ActionName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>

/** Says that a change was not saved, of which the page shows nothing any more. */
export const tellUnsaved = (why: string): void => toasts.show(`Your last change was not saved. ${why}`)

/**
 * Sends a change, after those that it has sent before. It ends when all that the page shows has been read again, except the rows of the
 * inbox, which do not move while somebody reads them; then `onSuccess` is called. If it fails after its button or form has left the page, a
 * message says so.
 */
export function useChange<R, T = void>(
  send: (act: Act, given: T) => Promise<R>,
  onSuccess?: (result: R, given: T) => unknown,
) {
  const { id: account } = useAccount()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useMutation({
    scope: { id: useId() },
    async mutationFn(given: T) {
      try {
        return await send((name, input) => act(account, name, input), given)
      } finally {
        await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'inbox' })
      }
    },
    ...(onSuccess && { onSuccess }),
    onError({ message }) {
      if (!isShown.current) tellUnsaved(message)
    },
  })
}
