import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, call } from '../api/client.ts'
import { meQuery, queryClient } from '../api/queries.ts'

/** The accounts of the person, and a function that opens another one. */
export function useAccounts() {
  const navigate = useNavigate()
  const accounts = useQuery(meQuery).data?.accounts ?? []
  const open = async (account: string) => {
    queryClient.removeQueries({ predicate: query => query.queryKey[0] !== 'me' })
    // The page does not wait for the server: its answer would take the person back from wherever they went in the meantime.
    await navigate({ to: '/$account/review', params: { account } })
    await call(api.accounts[':account'].open.$post({ param: { account } }))
  }
  return { accounts, open }
}
