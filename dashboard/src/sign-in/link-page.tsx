import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { api, call } from '../api/client.ts'
import { isNotFound } from '../api/error.ts'
import { goOn } from '../api/session.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { CenteredPage } from '../parts/centered-page.tsx'
import { Problem } from '../parts/notice.tsx'
import { useSecret } from './secret.ts'

/** The page of a sign-in link. Only its button uses the link up, because mail scanners open every link. */
export function LinkPage() {
  const secret = useSecret()
  const navigate = useNavigate()
  const signIn = useMutation({
    mutationFn: () => call(api['sign-in'].link.$post({ json: { secret } })),
    onSuccess: ({ needsSecondFactor }) =>
      needsSecondFactor ? navigate({ to: '/sign-in/code', replace: true }) : goOn(undefined),
  })
  return (
    <CenteredPage title="Sign in to Tidings" lead="This link signs you in on this device.">
      <Problem error={signIn.error} />
      <div>
        {isNotFound(signIn.error) ? (
          <Link to="/sign-in" className={buttonClass('primary')}>
            Request a new link
          </Link>
        ) : (
          <Button variant="primary" autoFocus change={signIn}>
            Sign in
          </Button>
        )}
      </div>
    </CenteredPage>
  )
}
