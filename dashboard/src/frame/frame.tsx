import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { isSignedOut } from '../api/error.ts'
import { meQuery } from '../api/queries.ts'
import { InsideMain } from '../parts/centered-page.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Overlays } from './overlays.tsx'
import { Sidebar } from './sidebar.tsx'
import { Toasts } from './toasts.tsx'
import { useAccount } from './use-account.ts'

/** The navigation around every page of an account. It stands before the server has said who is signed in. */
export function Frame() {
  const { href } = useLocation()
  const { data, error } = useQuery(meQuery)
  const { role } = useAccount()
  if (isSignedOut(error) && !data) return <Navigate to="/sign-in" search={{ next: href }} replace />
  if (data && role === null) return <NotFound />
  return (
    <div className="min-h-dvh pb-14 md:grid md:grid-cols-[56px_minmax(0,1fr)] md:pb-0 xl:grid-cols-[216px_minmax(0,1fr)]">
      <a
        href="#content"
        className="absolute left-[-999px] z-30 rounded-md bg-floating p-3 focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Sidebar />
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <InsideMain value>
          <Outlet />
        </InsideMain>
      </main>
      <BottomBar />
      <Toasts />
      <Overlays />
    </div>
  )
}
