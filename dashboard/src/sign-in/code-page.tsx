import { getRouteApi, Link } from '@tanstack/react-router'
import { signInWithCode } from '../api/client.ts'
import { goOn } from '../api/session.ts'
import { CenteredPage } from '../parts/centered-page.tsx'
import { CodeForm } from '../parts/form/code-form.tsx'

const route = getRouteApi('/sign-in/code')

/** The second step of signing in, for people with a second factor. */
export function CodePage() {
  const { next } = route.useSearch()
  return (
    <CenteredPage title="Enter your code" lead="One more step: show that you have your authenticator app.">
      <CodeForm verb="Sign in" send={signInWithCode} onDone={() => goOn(next)} />
      <p className="text-quiet">
        No app and no recovery code at hand?{' '}
        <Link
          to="/sign-in"
          search={next === undefined ? {} : { next }}
          hash={location.hash.slice(1)}
          className="text-accent underline"
        >
          Sign in another way
        </Link>
        , or ask whoever runs Tidings.
      </p>
    </CenteredPage>
  )
}
