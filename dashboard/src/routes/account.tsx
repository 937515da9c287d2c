import { createRoute, Link, notFound, Outlet, useNavigate } from '@tanstack/react-router'
import { answer, api } from '../api.ts'
import { requireMe } from '../inside.ts'
import { Menu, MenuChoice, MenuItem } from '../parts/menu.tsx'
import { useSignOut } from '../parts/sign-out.tsx'
import { type Me, queryClient } from '../queries.ts'
import { labelOf } from '../roles.ts'
import { rootRoute } from './root.tsx'

/** Everything inside one account: the address says which, so that two windows can show two accounts. */
export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$account',
  async loader({ params, location }) {
    const me = await requireMe(location.pathname)
    const own = me.accounts.find(account => account.id === params.account)
    if (!own) throw notFound()
    return { me, own }
  },
  component: Account,
})

const PAGES = [
  { to: '/$account/tokens', label: 'API tokens', isForOwners: true },
  { to: '/$account/clients', label: 'Connected clients', isForOwners: false },
  { to: '/$account/members', label: 'Members', isForOwners: false },
] as const

function Account() {
  const { me, own } = accountRoute.useLoaderData()
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[220px_1fr]">
      <a
        href="#content"
        className="absolute left-[-999px] z-30 rounded-md bg-floating p-3 focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-2 md:sticky md:top-0 md:h-dvh md:flex-col md:flex-nowrap md:items-stretch md:gap-4 md:border-r md:border-b-0 md:py-4">
        <div className="min-w-0 flex-1 md:flex-none">
          <AccountMenu me={me} own={own} />
        </div>
        <nav aria-label="Account" className="order-last w-full md:order-none md:flex-1">
          <ul className="flex gap-1 md:flex-col">
            {PAGES.filter(page => own.role === 'owner' || !page.isForOwners).map(page => (
              <li key={page.to}>
                <Link
                  to={page.to}
                  params={{ account: own.id }}
                  className="flex min-h-9 items-center rounded-md px-2 text-quiet hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:min-h-11"
                >
                  {page.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <PersonMenu me={me} account={own.id} />
      </header>
      <main id="content" className="min-w-0 px-5 py-6 md:px-10 md:py-8">
        <Outlet />
      </main>
    </div>
  )
}

type Own = Me['accounts'][number]

function AccountMenu({ me, own }: { me: Me; own: Own }) {
  const navigate = useNavigate()
  const open = async (account: string) => {
    await answer(api.accounts[':account'].open.$post({ param: { account } }))
    queryClient.removeQueries()
    await navigate({ to: '/$account/members', params: { account } })
  }
  const name = <span className="min-w-0 truncate font-serif text-l font-semibold">{own.name}</span>
  if (me.accounts.length === 1) return <p className="flex min-h-9 items-center px-2">{name}</p>
  return (
    <Menu face={name} label={`Account: ${own.name}. Switch account`}>
      <MenuChoice
        value={own.id}
        options={me.accounts.map(({ id, name, role }) => ({ value: id, label: name, note: labelOf(role) }))}
        onPick={account => void open(account)}
      />
    </Menu>
  )
}

function PersonMenu({ me: { person }, account }: { me: Me; account: string }) {
  const leave = useSignOut()
  const navigate = useNavigate()
  const face = <span className="min-w-0 truncate text-quiet">{person.name}</span>
  return (
    <div className="min-w-0 max-w-40 md:max-w-none">
      <Menu face={face} label={`Your account: ${person.name}`}>
        <p className="px-3 py-2 text-s break-all text-quiet">{person.email}</p>
        <MenuItem onPick={() => void navigate({ to: '/$account/you', params: { account } })}>
          Name, password, devices
        </MenuItem>
        <MenuItem onPick={() => leave.mutate('here')}>Sign out</MenuItem>
      </Menu>
    </div>
  )
}
