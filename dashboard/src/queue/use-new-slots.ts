import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferRequestType } from 'hono/client'
import { api, call } from '../api/client.ts'
import { queueQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'

const route = api.accounts[':account'].slots

export type NewSlotBody = InferRequestType<typeof route.$post>['json']

/** What is proposed while there are none. */
export const PROPOSED: readonly NewSlotBody[] = [
  { set: null, day: 'tuesday', time: '10:00' },
  { set: null, day: 'thursday', time: '10:00' },
]

/** Adds weekly slots to a queue, which only an owner may. */
export function useNewSlots() {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn(slots: readonly NewSlotBody[]) {
      for (const slot of slots) await call(route.$post({ param: { account }, json: slot }))
    },
    onSettled: () => queries.invalidateQueries(queueQuery(account)),
  })
}
