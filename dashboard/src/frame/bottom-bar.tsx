import { Link, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Menu } from '../parts/overlay/menu.tsx'
import { Attention, usePageCounts } from './page-count.tsx'
import type { NavigationPage } from './pages.ts'
import { useAccount } from './use-account.ts'
import { useAccounts } from './use-accounts.ts'
import { usePlaces } from './use-pages.ts'

const itemClass = 'relative grid h-14 w-full justify-items-center content-center gap-0.5 text-xs'
const linkClass = `${itemClass} text-quiet aria-[current=page]:font-semibold aria-[current=page]:text-accent`

/** The navigation of a phone: the frequent pages, and a menu with the others. It is hidden while actions take the foot of the screen. */
export function BottomBar() {
  const { id } = useAccount()
  const pages = usePlaces()
  const waitingOn = usePageCounts()
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:hidden [body:has([data-takes-bottom])_&]:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {pages
          .filter(page => page.isFrequent)
          .map(page => (
            <li key={page.to}>
              <Link to={page.to} params={{ account: id }} className={linkClass}>
                <Face icon={page.icon} label={page.label} waiting={waitingOn(page.count)} />
              </Link>
            </li>
          ))}
        <li>
          <MoreMenu pages={pages.filter(page => !page.isFrequent)} />
        </li>
      </ul>
    </nav>
  )
}

/** A menu with the pages that have no button of their own, the account's name, and the person's other accounts. */
function MoreMenu({ pages }: { pages: readonly NavigationPage[] }) {
  const { id, name } = useAccount()
  const { accounts, open } = useAccounts()
  const navigate = useNavigate()
  const isAt = useMatchRoute()
  const waitingOn = usePageCounts()
  const others = [
    ...pages.map(page => ({ ...page, waiting: waitingOn(page.count) })),
    { to: '/$account/you', label: 'Your account', waiting: null } as const,
  ]
  const elsewhere = accounts
    .filter(account => account.id !== id)
    .map(account => ({ label: account.name, onPick: () => void open(account.id) }))
  const isCurrent = others.some(({ to }) => isAt({ to, params: { account: id }, fuzzy: true }))
  const needsAttention = others.some(({ waiting }) => waiting?.alarm)
  return (
    <Menu
      label={needsAttention ? 'More pages, some need attention' : 'More pages'}
      heading={name}
      face={
        <Face
          icon="more"
          label="More"
          waiting={others.find(({ waiting }) => waiting?.alarm)?.waiting ?? null}
        />
      }
      className={`${itemClass} ${isCurrent ? 'font-semibold text-accent' : 'text-quiet'}`}
      items={[
        ...others.map(({ to, label, waiting }) => ({
          label,
          ...(waiting?.alarm && { note: waiting.alarm }),
          onPick: () => void navigate({ to, params: { account: id } }),
        })),
        {
          label: 'History and undo',
          onPick: () =>
            void navigate({ to: '/$account/review', params: { account: id }, search: { tab: 'history' } }),
        },
        ...(elsewhere.length > 0 ? [{ label: 'Switch account', items: elsewhere }] : []),
      ]}
    />
  )
}

interface FaceProps {
  icon: IconName
  label: string
  /** What waits on the page: a number, or a dot if something needs attention. */
  waiting: ReturnType<ReturnType<typeof usePageCounts>>
}

const Face = ({ icon, label, waiting }: FaceProps) => (
  <>
    <Icon name={icon} className="size-5" />
    {label}
    {waiting && (
      <span className="absolute top-1.5 left-1/2 ml-3 font-normal tabular-nums">
        {' '}
        {waiting.alarm ? <Attention of={waiting.alarm} /> : waiting.count}
      </span>
    )}
  </>
)
