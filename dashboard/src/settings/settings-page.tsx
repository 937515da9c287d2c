import { Outlet, useMatchRoute } from '@tanstack/react-router'
import { AccountMenu } from '../frame/account-menu.tsx'
import { knowsPlaces } from '../frame/known-places.ts'
import { PageCount } from '../frame/page-count.tsx'
import { SETTINGS } from '../frame/pages.ts'
import { PersonMenu } from '../frame/person-menu.tsx'
import { PageLink, useAccount } from '../frame/use-account.ts'
import { useOffered } from '../frame/use-pages.ts'
import { dotsButton } from '../inbox/action-bar.tsx'
import { Icon } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'

/** The settings: the names of their parts, and the part that is open. In a small window they are a list that leads to the parts. */
export function SettingsPage() {
  const { person } = useAccount()
  const parts = useOffered(SETTINGS)
  const isAt = useMatchRoute()
  const current = parts.find(({ to }) => isAt({ to }))
  if (isAt({ to: '/$account/settings' }))
    return (
      <Page
        title="Settings"
        actions={
          <div className="-mr-2 max-w-48 md:hidden">
            <AccountMenu />
          </div>
        }
      >
        <nav aria-label="Settings">
          <Rows>
            {parts.map(({ to, label, about, icon, count }) => (
              <Row
                key={to}
                mark={<Icon name={icon} className="mr-1 size-5 text-quiet" />}
                title={label}
                meta={about}
                link={{ to }}
                action={<PageCount of={count} />}
              />
            ))}
            {person && (
              <Row
                mark={<Icon name="person" className="mr-1 size-5 text-quiet" />}
                title={person.name}
                meta={person.email}
                link={{ to: '/$account/you' }}
                isArrowless
                action={
                  <div className="-my-1.5 -mr-3">
                    <PersonMenu look={dotsButton} />
                  </div>
                }
              />
            )}
          </Rows>
        </nav>
      </Page>
    )
  return (
    <div className="xl:grid xl:grid-cols-[minmax(160px,1fr)_minmax(0,800px)_minmax(0,1fr)]">
      {current && (
        <PageLink
          to="/$account/settings"
          className="relative mx-5 -mb-7 flex min-h-13 w-fit items-center pt-4 text-quiet low:-mb-5 low:min-h-11 low:pt-2 md:hidden"
        >
          ← Settings
        </PageLink>
      )}
      <nav
        aria-label="Settings"
        className="mx-auto box-content hidden max-w-page px-8 pt-6 md:block xl:mr-0 xl:box-border xl:w-40 xl:pr-0 xl:pl-4 xl:pt-11.25"
      >
        <ul className="-mx-2.5 flex flex-wrap gap-1 xl:sticky xl:top-11.25 xl:mx-0 xl:grid xl:gap-px">
          {parts.map(part => (
            <li key={part.to}>
              <PageLink
                to={part.to}
                // The records are pages of Data.
                {...(!current && part.label === 'Data' && { 'aria-current': 'page' as const })}
                aria-description={part.about}
                className="flex min-h-8 xl:py-1.5 items-center gap-2 rounded-md px-2.5 whitespace-nowrap text-quiet hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink pointer-coarse:min-h-11"
              >
                <span>
                  {part.label}
                  {!knowsPlaces && (
                    <span
                      aria-hidden="true"
                      className="hidden text-xs font-normal whitespace-normal text-quiet xl:block"
                    >
                      {part.about}
                    </span>
                  )}
                </span>
                <span className="ml-auto">
                  <PageCount of={part.count} />
                </span>
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  )
}
