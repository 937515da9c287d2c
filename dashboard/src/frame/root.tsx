import { createRootRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { renewal } from '../api/renewal.ts'
import { KeysHeld } from '../parts/overlay/keys-held.tsx'
import { ConnectionBar } from './connection-bar.tsx'

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx').then(m => ({ default: m.SignInDialog })))

/** The parts around every page: the state of the connection, and the dialog for a session that has ended. */
function Root() {
  const expiredFor = useSyncExternalStore(renewal.subscribe, renewal.expiredFor)
  return (
    <>
      <ConnectionBar />
      <Outlet />
      <Suspense fallback={<KeysHeld />}>
        {expiredFor !== null && <SignInDialog email={expiredFor} />}
      </Suspense>
    </>
  )
}

/** The route that contains every page. */
export const rootRoute = createRootRoute({ component: Root })
