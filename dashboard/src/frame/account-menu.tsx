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
      <span
        aria-hidden="true"
        className="hidden w-full text-center font-serif text-l font-semibold md:max-lg:block"
      >
        {name.slice(0, 1)}
      </span>
      <span className="min-w-0 truncate font-serif text-l font-semibold md:max-lg:hidden">{name}</span>
    </>
  )
  if (accounts.length < 2) return <p className="flex min-h-9 items-center px-2">{face}</p>
  return (
    <Menu
      label={`Account: ${name}. Switch account`}
      face={
        <>
          {face}
          <span className="ml-auto md:max-lg:hidden">
            <MenuArrow />
          </span>
        </>
      }
      items={accounts.map(account => ({
        label: account.name,
        note: labelOf(account.role),
        isChosen: account.id === id,
        onPick: () => account.id !== id && void open(account.id),
      }))}
    />
  )
}
