import { createRouter } from '@tanstack/react-router'
import { base } from './api.ts'
import { PageFailure } from './parts/page-failure.tsx'
import { accountRoute } from './routes/account.tsx'
import { clientsRoute } from './routes/clients.tsx'
import { consentRoute } from './routes/consent.tsx'
import { homeRoute } from './routes/home.tsx'
import { invitationRoute } from './routes/invitation.tsx'
import { linkRoute } from './routes/link.tsx'
import { linkSentRoute } from './routes/link-sent.tsx'
import { membersRoute } from './routes/members.tsx'
import { NotFound } from './routes/not-found.tsx'
import { rootRoute } from './routes/root.tsx'
import { setUpRoute } from './routes/set-up.tsx'
import { signInRoute } from './routes/sign-in.tsx'
import { tokensRoute } from './routes/tokens.tsx'
import { youRoute } from './routes/you.tsx'

// One file a page; a new one is a file and a line here.
const routeTree = rootRoute.addChildren([
  homeRoute,
  signInRoute,
  linkSentRoute,
  linkRoute,
  setUpRoute,
  invitationRoute,
  consentRoute,
  accountRoute.addChildren([membersRoute, tokensRoute, clientsRoute, youRoute]),
])

export const router = createRouter({
  routeTree,
  basepath: base.replace(/\/$/, ''),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
