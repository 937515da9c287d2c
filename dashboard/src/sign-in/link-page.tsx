import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { api, base, call } from '../api/client.ts'
import { forgetSession, takeNext } from '../api/session.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { CenteredPage } from '../parts/centered-page.tsx'
import { Problem } from '../parts/notice.tsx'
import { useSecret } from './secret.ts'

/** The page of a sign-in link. Only the button uses the link up, because mail scanners open every link. */
export function LinkPage() {
  const secret = useSecret()
  const { history } = useRouter()
  const signIn = useMutation({
    mutationFn: () => call(api['sign-in'].link.$post({ json: { secret } })),
    onSuccess() {
      forgetSession()
      history.replace(`${base.replace(/\/$/, '')}${takeNext()}`)
    },
  })
  return (
    <CenteredPage title="Sign in to Tidings" lead="This link signs you in on this device.">
      <Problem error={signIn.error} />
      <div>
        {signIn.isError ? (
          <Link to="/sign-in" className={buttonClass('primary')}>
            Request a new link
          </Link>
        ) : (
          <Button variant="primary" autoFocus busy={signIn.isPending} onClick={() => signIn.mutate()}>
            Sign in
          </Button>
        )}
      </div>
    </CenteredPage>
  )
}
