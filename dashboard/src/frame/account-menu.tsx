import { Menu, MenuArrow } from '../parts/overlay/menu.tsx'
import { labelOf } from '../roles.ts'
import { useAccount } from './use-account.ts'
import { useAccounts } from './use-accounts.ts'

/** The name of the account, and a menu of the others. */
export function AccountMenu() {
  const { id, name } = useAccount()
  const { accounts, open } = useAccounts()
  const face = (
    <>
      <span aria-hidden="true" className="w-full text-center font-serif text-l font-semibold lg:hidden">
        {name.slice(0, 1)}
      </span>
      <span className="hidden min-w-0 truncate font-serif text-l font-semibold lg:inline">{name}</span>
    </>
  )
  if (accounts.length < 2) return <p className="flex min-h-9 items-center px-2">{face}</p>
  return (
    <Menu
      label={`Account: ${name}. Switch account`}
      face={
        <>
          {face}
          <span className="ml-auto hidden lg:inline">
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
