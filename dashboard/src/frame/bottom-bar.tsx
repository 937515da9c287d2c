import { Link, useNavigate } from '@tanstack/react-router'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { useAccount } from './use-account.ts'
import { usePageGroups } from './use-page-groups.ts'

const itemClass =
  'grid h-14 w-full justify-items-center content-center gap-0.5 text-xs text-quiet aria-[current=page]:font-semibold aria-[current=page]:text-accent'

/** The navigation of a phone: the frequent pages, and a menu with the others. */
export function BottomBar() {
  const { id } = useAccount()
  const navigate = useNavigate()
  const pages = usePageGroups().flatMap(group => group.pages)
  const others = pages.filter(page => !page.isFrequent)
  const open = (to: (typeof pages)[number]['to']) => void navigate({ to, params: { account: id } })
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {pages
          .filter(page => page.isFrequent)
          .map(page => (
            <li key={page.to}>
              <Link to={page.to} params={{ account: id }} className={itemClass}>
                <Face icon={page.icon} label={page.label} />
              </Link>
            </li>
          ))}
        <li>
          <Menu
            label="More pages"
            face={<Face icon="more" label="More" />}
            className={itemClass}
            items={[
              ...others.map(page => ({ label: page.label, onPick: () => open(page.to) })),
              { label: 'Your account', onPick: () => open('/$account/you') },
            ]}
          />
        </li>
      </ul>
    </nav>
  )
}

const Face = ({ icon, label }: { icon: IconName; label: string }) => (
  <>
    <Icon name={icon} className="size-5" />
    {label}
  </>
)
