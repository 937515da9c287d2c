import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { goOn, ownPath, requireMe } from '../api/session.ts'
import { rootRoute } from '../frame/root.tsx'
import { texts } from '../search.ts'

/** A page outside of any account, which is loaded when it is opened. */
const page = lazyRouteComponent

const SignInPage = page(() => import('./sign-in-page.tsx'), 'SignInPage')
const CodePage = page(() => import('./code-page.tsx'), 'CodePage')
const LinkSentPage = page(() => import('./link-sent-page.tsx'), 'LinkSentPage')
const LinkPage = page(() => import('./link-page.tsx'), 'LinkPage')
const SetUpPage = page(() => import('./set-up-page.tsx'), 'SetUpPage')
const InvitationPage = page(() => import('./invitation-page.tsx'), 'InvitationPage')
const NoSeatPage = page(() => import('./no-seat-page.tsx'), 'NoSeatPage')
const ConsentPage = page(() => import('./consent-page.tsx'), 'ConsentPage')

const top = { getParentRoute: () => rootRoute }

/** The page that a person wanted before they had to sign in. */
const nextSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  next === undefined ? {} : { next: ownPath(next) }

const signInRoute = createRoute({
  ...top,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string; error?: string } => ({
    ...nextSearch(search),
    ...texts('error')(search),
  }),
  component: SignInPage,
})

/** The page where a person with a second factor enters a code. */
const codeRoute = createRoute({
  ...top,
  path: '/sign-in/code',
  validateSearch: nextSearch,
  component: CodePage,
})

/** The page that a provider sends the browser to if the page to return to is stored there. */
const returnRoute = createRoute({
  ...top,
  path: '/sign-in/return',
  loader() {
    goOn(undefined)
    return new Promise<never>(() => {})
  },
})

const linkSentRoute = createRoute({
  ...top,
  path: '/link-sent',
  validateSearch: texts('email'),
  component: LinkSentPage,
})
const linkRoute = createRoute({ ...top, path: '/sign-in/link', component: LinkPage })
const setUpRoute = createRoute({ ...top, path: '/set-up', component: SetUpPage })
const invitationRoute = createRoute({ ...top, path: '/invitation', component: InvitationPage })

/** The page for somebody whom their domain would make a member, if the plan had a seat. */
const noSeatRoute = createRoute({
  ...top,
  path: '/no-seat',
  validateSearch: nextSearch,
  component: NoSeatPage,
})

/** The page that the OAuth server sends a person to, to approve an app. */
const consentRoute = createRoute({
  ...top,
  path: '/consent',
  validateSearch: texts('request'),
  loader: ({ location }) => requireMe(location.href),
  component: ConsentPage,
})

export const signInRoutes = [
  ...[signInRoute, returnRoute, linkSentRoute, linkRoute, setUpRoute, invitationRoute, consentRoute],
  ...[codeRoute, noSeatRoute],
]
