import { Icon } from '../parts/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import { knowsPlaces } from './known-places.ts'
import { PageCount } from './page-count.tsx'
import { PersonMenu } from './person-menu.tsx'
import { PageLink } from './use-account.ts'
import { usePlaces } from './use-pages.ts'

/** The navigation at the side: icons from 800 px on, with words from 1000 px on. */
export function Sidebar() {
  return (
    <header className="sticky top-(--bar) hidden h-[calc(100dvh-var(--bar))] flex-col gap-4 overflow-y-auto border-r border-line px-2 py-3 md:flex">
      <AccountMenu />
      <nav aria-label="Pages" className="flex-1">
        <ul className="grid h-full grid-cols-[minmax(0,1fr)] content-start gap-px">
          {usePlaces().map(page => (
            <li key={page.to}>
              <Place page={page} />
            </li>
          ))}
        </ul>
      </nav>
      <PersonMenu />
    </header>
  )
}

function Place({ page }: { page: ReturnType<typeof usePlaces>[number] }) {
  return (
    <PageLink
      to={page.to}
      title={knowsPlaces ? `${page.label}: ${page.about}` : page.label}
      aria-description={page.about}
      {...page.current}
      className={`relative flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-quiet hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:min-h-11 ${knowsPlaces ? '' : 'xl:items-start xl:py-1.5'}`}
    >
      <Icon name={page.icon} className={`size-4 ${knowsPlaces ? '' : 'xl:mt-0.5'}`} />
      <span className="sr-only min-w-0 flex-1 lg:not-sr-only">
        {page.label}
        {!knowsPlaces && (
          <span aria-hidden="true" className="hidden text-xs font-normal text-quiet text-pretty xl:block">
            {page.about}
          </span>
        )}
      </span>
      <span className="absolute top-1 right-1 empty:hidden lg:static xl:self-center">
        <PageCount of={page.count} />
      </span>
    </PageLink>
  )
}
