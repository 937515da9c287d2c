import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import type { NavigationPage } from './pages.ts'
import { PersonMenu } from './person-menu.tsx'
import { useAccount } from './use-account.ts'
import { usePageCounts } from './use-page-counts.ts'
import { usePageGroups } from './use-page-groups.ts'

/** The pages of the account: icons from 800 px, with words from 1000 px. */
export function Sidebar() {
  return (
    <header className="sticky top-(--bar) hidden h-[calc(100dvh-var(--bar))] flex-col gap-4 overflow-y-auto border-r border-line px-2 py-3 md:flex">
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
      className="relative flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-quiet hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink forced-colors:aria-[current=page]:outline-2 pointer-coarse:min-h-11"
    >
      <Icon name={page.icon} />
      <span className="sr-only min-w-0 flex-1 truncate lg:not-sr-only">{page.label}</span>
      {page.count && <Count of={page.count} />}
    </Link>
  )
}

/** How much waits on a page, or needs attention there. Beside an icon alone it is a dot. */
function Count({ of: name }: { of: NonNullable<NavigationPage['count']> }) {
  const waiting = usePageCounts()(name)
  if (waiting === null) return null
  if (waiting.alarm)
    return (
      <span className="absolute top-0.5 right-1 text-s font-semibold text-danger lg:static">
        <span aria-hidden="true">!</span>
        <span className="sr-only">{waiting.alarm}</span>
      </span>
    )
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute top-1.5 right-1.5 size-1.5 rounded-full bg-quiet lg:hidden"
      />
      <span className="sr-only text-s font-normal tabular-nums lg:not-sr-only">{waiting.count}</span>
    </>
  )
}
