import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/overlay/menu.tsx'
import type { MenuProps } from '../parts/overlay/menu-popup.tsx'
import { useSignOut } from '../parts/sign-out.tsx'
import { openOverlay } from './overlays.tsx'
import { useAccount, usePageNavigate } from './use-account.ts'

/** The menu of what concerns the signed-in person rather than the account. */
export function PersonMenu({ look }: { look?: Pick<MenuProps, 'face' | 'className'> }) {
  const { person } = useAccount()
  const signOut = useSignOut()
  const navigate = usePageNavigate()
  if (!person) return <div className="h-9" />
  return (
    <Menu
      label={`Your account: ${person.name}`}
      heading={person.email}
      face={
        <>
          <Icon name="person" className="mx-0.5 size-4 text-quiet" />
          <span className="min-w-0 truncate text-quiet md:max-lg:hidden">{person.name}</span>
        </>
      }
      {...look}
      items={[
        {
          label: 'Name, password, devices',
          onPick: () => void navigate({ to: '/$account/you' }),
        },
        { label: 'Commands', hotkey: 'ctrl k', onPick: () => openOverlay('palette') },
        { label: 'Keyboard shortcuts', hotkey: '?', onPick: () => openOverlay('keys') },
        { label: 'Sign out', onPick: () => signOut.mutate('here') },
      ]}
    />
  )
}
