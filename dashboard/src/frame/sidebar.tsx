import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countsQuery } from '../inbox/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import type { NavigationPage } from './pages.ts'
import { PersonMenu } from './person-menu.tsx'
import { useAccount } from './use-account.ts'
import { usePageGroups } from './use-page-groups.ts'

/** The pages of the account: icons from 800 px, with words from 1200 px. */
export function Sidebar() {
  return (
    <header className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-r border-line px-2 py-3 md:flex">
      <AccountMenu />
      <nav aria-label="Pages" className="grid flex-1 content-start gap-4">
        {usePageGroups().map(({ label, pages }) => (
          <ul key={label} aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-px">
            {pages.map(page => (
              <li key={page.to}>
                <PageLink page={page} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <PersonMenu />
    </header>
  )
}

function PageLink({ page }: { page: NavigationPage }) {
  const { id } = useAccount()
  return (
    <Link
      to={page.to}
      params={{ account: id }}
      title={page.label}
      className="relative flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-quiet hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:min-h-11"
    >
      <Icon name={page.icon} />
      <span className="sr-only min-w-0 flex-1 truncate xl:not-sr-only">{page.label}</span>
      {page.count && <Count of={page.count} />}
    </Link>
  )
}

/** How much waits on a page, or needs attention there. */
function Count({ of: name }: { of: NonNullable<NavigationPage['count']> }) {
  const { id } = useAccount()
  const { data } = useQuery(countsQuery(id))
  if (!data) return null
  if (name === 'sources') return data.sources.failing > 0 && <Failing count={data.sources.failing} />
  if (name === 'social') {
    const { reconnect, waiting } = data.social
    return reconnect + waiting > 0 && <Failing count={reconnect + waiting} />
  }
  const count = name === 'queue' ? data.queue : Object.values(data.inbox).reduce((a, b) => a + b, 0)
  return count > 0 ? (
    <span className="sr-only text-s font-normal tabular-nums xl:not-sr-only">{count}</span>
  ) : null
}

const Failing = ({ count }: { count: number }) => (
  <span className="absolute top-0 right-1 text-s font-semibold text-danger xl:static">
    <span aria-hidden="true">!</span>
    <span className="sr-only">{count} need attention</span>
  </span>
)
