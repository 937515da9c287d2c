import { Icon } from '../parts/icon.tsx'
import { knowsPlaces } from './known-places.ts'
import { PageCount } from './page-count.tsx'
import { PageLink } from './use-account.ts'
import { usePlaces } from './use-pages.ts'

/** The navigation of a phone. Each place says what it holds until the person knows the places. It is hidden while actions take the foot of the screen. */
export function BottomBar() {
  return (
    <nav
      aria-label="Pages"
      data-brief={knowsPlaces || undefined}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:hidden [body:has([data-takes-bottom])_&]:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {usePlaces().map(page => (
          <li key={page.to}>
            <PageLink
              to={page.to}
              aria-description={page.about}
              {...page.current}
              className="grid h-(--foot) content-center justify-items-center gap-x-2 text-quiet aria-[current=page]:text-accent low:in-data-brief:grid-flow-col low:in-data-brief:items-center low:in-data-brief:justify-center"
            >
              <Icon name={page.icon} className="size-4.5 low:not-in-data-brief:hidden" />
              <span
                className={`relative flex h-4 items-center gap-1 text-s in-aria-[current=page]:font-semibold in-aria-[current=page]:text-accent ${knowsPlaces ? '' : 'font-semibold text-ink'}`}
              >
                {page.label}
                {/* It stands at the icon, so that the label is in the middle; in a low window, behind the label. */}
                <span className="bottom-6.5 left-[calc(50%+11px)] flex h-4 items-center empty:hidden not-low:absolute not-low:*:text-xs">
                  <PageCount of={page.count} />
                </span>
              </span>
              {!knowsPlaces && (
                <span
                  aria-hidden="true"
                  className="h-10.5 text-center text-xs leading-3.5 text-balance max-[359px]:hidden low:h-auto"
                >
                  {page.about}
                </span>
              )}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
