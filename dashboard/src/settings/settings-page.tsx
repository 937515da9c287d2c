import { Link, Outlet } from '@tanstack/react-router'
import { PageCount } from '../frame/page-count.tsx'
import { useAccount } from '../frame/use-account.ts'
import { useSettingsParts } from '../frame/use-pages.ts'

/** The settings: the names of their parts, and the one that is open. */
export function SettingsPage() {
  const { id: account } = useAccount()
  return (
    <div className="xl:grid xl:grid-cols-[176px_minmax(0,1fr)]">
      <nav aria-label="Settings" className="px-5 pt-6 md:px-8 xl:px-4 xl:pt-9">
        <ul className="flex flex-wrap gap-1 xl:sticky xl:top-9 xl:grid">
          {useSettingsParts().map(part => (
            <li key={part.to}>
              <Link
                to={part.to}
                params={{ account }}
                activeOptions={{ exact: part.isExact }}
                className="flex min-h-8 items-center gap-2 rounded-md px-2.5 text-quiet hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink forced-colors:aria-[current=page]:outline-2 pointer-coarse:min-h-11"
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
