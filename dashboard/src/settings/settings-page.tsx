import { Link, Outlet, useMatchRoute } from '@tanstack/react-router'
import { AccountMenu } from '../frame/account-menu.tsx'
import { PageCount } from '../frame/page-count.tsx'
import { PersonMenu } from '../frame/person-menu.tsx'
import { useAccount } from '../frame/use-account.ts'
import { useSettingsParts } from '../frame/use-pages.ts'

/** The settings: the names of their parts, and the part that is open. */
export function SettingsPage() {
  const { id: account } = useAccount()
  const parts = useSettingsParts()
  const isAt = useMatchRoute()
  const isAtFirst = isAt({ to: '/$account/settings', params: { account } })
  const current = parts.find(({ to }) => isAt({ to, params: { account } }))
  return (
    <div className="xl:grid xl:grid-cols-[176px_minmax(0,1fr)]">
      <div
        className={`${isAtFirst ? 'grid' : 'hidden'} grid-cols-[minmax(0,1fr)_auto] gap-2 px-3 pt-4 md:hidden`}
      >
        <AccountMenu />
        <PersonMenu />
      </div>
      {current && !isAtFirst && (
        <Link
          to="/$account/settings"
          params={{ account }}
          className="mx-5 mt-4 -mb-4 flex min-h-9 w-fit items-center text-quiet md:hidden"
        >
          ← Settings
        </Link>
      )}
      <nav
        aria-label="Settings"
        className={`px-3 pt-4 md:block md:px-6 md:pt-6 xl:px-4 xl:pt-9 ${isAtFirst ? '' : 'hidden'}`}
      >
        <ul className="grid gap-1 md:flex md:flex-wrap xl:sticky xl:top-9 xl:grid">
          {parts.map(part => (
            <li key={part.to}>
              <Link
                to={part.to}
                params={{ account }}
                activeOptions={{ exact: part.isExact }}
                // The records are pages of Data.
                {...(!current && part.label === 'Data' && { 'aria-current': 'page' as const })}
                aria-description={part.about}
                className="flex min-h-8 xl:py-1.5 items-center gap-2 rounded-md px-2.5 whitespace-nowrap text-quiet hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:min-h-11"
              >
                <span>
                  {part.label}
                  <span
                    aria-hidden="true"
                    className="block text-xs font-normal whitespace-normal text-quiet md:hidden xl:block"
                  >
                    {part.about}
                  </span>
                </span>
                <PageCount of={part.count} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  )
}
