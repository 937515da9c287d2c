import { Link, Outlet, useMatchRoute } from '@tanstack/react-router'
import { PageCount } from '../frame/page-count.tsx'
import { useAccount } from '../frame/use-account.ts'
import { useSettingsParts } from '../frame/use-pages.ts'
import { scrollingRow, useScrolledRow } from '../parts/tabs.tsx'

/** The settings: the names of their parts, and the part that is open. */
export function SettingsPage() {
  const { id: account } = useAccount()
  const parts = useSettingsParts()
  const isAt = useMatchRoute()
  const current = parts.find(({ to }) => isAt({ to, params: { account } }))?.to ?? ''
  const row = useScrolledRow<HTMLUListElement>(current)
  return (
    <div className="xl:grid xl:grid-cols-[176px_minmax(0,1fr)]">
      <nav aria-label="Settings" className="px-5 pt-6 md:px-8 xl:px-4 xl:pt-9">
        <ul
          ref={row}
          className={`flex gap-1 ${scrollingRow} xl:sticky xl:top-9 xl:grid xl:overflow-visible xl:mask-none xl:mx-0 xl:px-0`}
        >
          {parts.map(part => (
            <li key={part.to} data-value={part.to}>
              <Link
                to={part.to}
                params={{ account }}
                activeOptions={{ exact: part.isExact }}
                className="flex min-h-8 items-center gap-2 rounded-md px-2.5 whitespace-nowrap text-quiet hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink forced-colors:aria-[current=page]:outline-2 pointer-coarse:min-h-11"
              >
                {part.label}
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
