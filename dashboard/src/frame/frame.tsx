import './inside.css'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatch, useParams, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { isSignedOut } from '../api/error.ts'
import { meQuery } from '../api/queries.ts'
import { Undo } from '../decisions/undo.tsx'
import { useNotedOrigin } from '../entry/came-from.ts'
import { InsideMain } from '../parts/centered-page.tsx'
import { NotFound } from '../parts/not-found.tsx'
import { Questions } from '../parts/overlay/confirm.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { useEvents } from './events.ts'
import { useNotedPlaces } from './known-places.ts'
import { Overlays } from './overlays.tsx'
import { Sidebar } from './sidebar.tsx'
import { Toasts } from './toasts.tsx'
import { AccountContext, useAccountData } from './use-account.ts'

/** The columns of the page beside the navigation, and on a phone the room for it at the foot. */
const BESIDE =
  'pb-(--foot) md:grid md:grid-cols-[56px_minmax(0,1fr)] lg:grid-cols-[168px_minmax(0,1fr)] xl:grid-cols-[216px_minmax(0,1fr)]'

const RequiredSignOn = lazy(() => import('../sign-in/required-sign-on.tsx'))

/**
 * The navigation around every page of an account, except during the first steps, which are one path. It is shown before the server has
 * said who is signed in.
 */
export function Frame() {
  const { data, error } = useQuery(meQuery)
  const { account: id } = useParams({ from: '/$account' })
  const account = useAccountData(id)
  useEvents(id)
  useNotedOrigin()
  useNotedPlaces()
  const isSettingUp = useMatch({ from: '/$account/start', shouldThrow: false }) !== undefined
  const isOutside = isSignedOut(error) && !data
  useSignInFirst(isOutside)
  if (isOutside) return null
  if (data && account.role === null) return <NotFound />
  if (account.needsSignOn)
    return (
      <Suspense fallback={null}>
        <RequiredSignOn account={account.name} />
      </Suspense>
    )
  return (
    <AccountContext value={account}>
      <div
        className={`min-h-[calc(100dvh-var(--bar))] ${isSettingUp ? 'md:grid md:grid-cols-[minmax(0,800px)] md:justify-center' : BESIDE}`}
      >
        {!isSettingUp && (
          <>
            <a
              href="#content"
              className="absolute left-[-999px] z-30 rounded-md bg-floating p-3 focus:top-2 focus:left-2"
            >
              Skip to content
            </a>
            <Sidebar />
          </>
        )}
        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          <InsideMain value>
            {/* Nothing of one account or person stays on the page of another. */}
            <Outlet key={`${id} ${account.person?.id}`} />
          </InsideMain>
        </main>
        {!isSettingUp && <BottomBar />}
        <Toasts />
        <Overlays />
        <Undo />
        <Questions />
      </div>
    </AccountContext>
  )
}

/** Redirects to the sign-in page, which leads back to this one. */
function useSignInFirst(isOutside: boolean): void {
  const router = useRouter()
  useEffect(() => {
    const { href, pathname } = router.latestLocation
    if (!isOutside || pathname.startsWith('/sign-in')) return
    void router.navigate({ to: '/sign-in', search: { next: href }, replace: true })
  }, [isOutside, router])
}
