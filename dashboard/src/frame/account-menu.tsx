import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, call } from '../api/client.ts'
import { meQuery, queryClient } from '../api/queries.ts'
import { Menu, MenuArrow } from '../parts/menu.tsx'
import { labelOf } from '../roles.ts'
import { useAccount } from './use-account.ts'

/** The name of the account, and a menu of the others. */
export function AccountMenu() {
  const navigate = useNavigate()
  const { id, name } = useAccount()
  const accounts = useQuery(meQuery).data?.accounts ?? []
  const open = async (account: string) => {
    await call(api.accounts[':account'].open.$post({ param: { account } }))
    queryClient.removeQueries({ predicate: query => query.queryKey[0] !== 'me' })
    await navigate({ to: '/$account/inbox', params: { account } })
  }
  const face = (
    <>
      <span aria-hidden="true" className="w-full text-center font-serif text-l font-semibold xl:hidden">
        {name.slice(0, 1)}
      </span>
      <span className="hidden min-w-0 truncate font-serif text-l font-semibold xl:inline">{name}</span>
    </>
  )
  if (accounts.length < 2) return <p className="flex min-h-9 items-center px-2">{face}</p>
  return (
    <Menu
      label={`Account: ${name}. Switch account`}
      face={
        <>
          {face}
          <span className="ml-auto hidden xl:inline">
            <MenuArrow />
          </span>
        </>
      }
      items={accounts.map(account => ({
        label: account.name,
        note: labelOf(account.role),
        isChosen: account.id === id,
        onPick: () => void open(account.id),
      }))}
    />
  )
}
