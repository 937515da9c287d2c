import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { toasts } from '../frame/toasts.tsx'
import { queryClient } from './queries.ts'

/** The keys of what shows a change of the settings. */
export const SETTINGS = ['settings', 'me']

/** The keys of what shows a change of a social account, a set or a post. */
export const SOCIAL = ['social', 'counts', 'settings']

/** Says that a change was not saved, of which the page shows nothing any more. */
export const tellUnsaved = (why: string): void => toasts.show(`Your last change was not saved. ${why}`)

/**
 * Sends a change, after those that it has sent before. It ends when the queries whose key begins with one of `keys` have been read again;
 * then `onSuccess` is called. If it fails after its button or form has left the page, a message says so.
 */
export function useChange<R, T = void>(
  keys: readonly string[],
  send: (given: T) => Promise<R>,
  onSuccess?: (result: R, given: T) => unknown,
) {
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
        return await send(given)
      } finally {
        await Promise.all(keys.map(key => queryClient.invalidateQueries({ queryKey: [key] })))
      }
    },
    ...(onSuccess && { onSuccess }),
    onError({ message }) {
      if (!isShown.current) tellUnsaved(message)
    },
  })
}
