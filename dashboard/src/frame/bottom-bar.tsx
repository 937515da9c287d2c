import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { PageCount } from './page-count.tsx'
import { useAccount } from './use-account.ts'
import { usePlaces } from './use-pages.ts'

/** The navigation of a phone. It is hidden while actions take the foot of the screen, and has no icons on a low one. */
export function BottomBar() {
  const { id } = useAccount()
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:hidden [body:has([data-takes-bottom])_&]:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {usePlaces().map(page => (
          <li key={page.to}>
            <Link
              to={page.to}
              params={{ account: id }}
              className="relative grid h-(--foot) justify-items-center content-center gap-0.5 text-xs text-quiet aria-[current=page]:font-semibold aria-[current=page]:text-accent"
            >
              <Icon name={page.icon} className="size-5 low:hidden" />
              {page.label}
              <span className="absolute top-1.5 left-1/2 ml-3 text-xs font-normal empty:hidden low:hidden">
                <PageCount of={page.count} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
