import { useMutation } from '@tanstack/react-query'
import { createRoute, Link, useRouter } from '@tanstack/react-router'
import { answer, api, base } from '../api.ts'
import { begin, keptNext } from '../inside.ts'
import { Button, buttonLook } from '../parts/button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Threshold } from '../parts/threshold.tsx'
import { useSecret } from '../secret.ts'
import { rootRoute } from './root.tsx'

export const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in/link',
  component: UseLink,
})

/** Mail scanners open every link: only the button uses it up. */
function UseLink() {
  const secret = useSecret()
  const { history } = useRouter()
  const enter = useMutation({
    mutationFn: () => answer(api['sign-in'].link.$post({ json: { secret } })),
    onSuccess: () => begin(keptNext(), async href => history.replace(`${base.replace(/\/$/, '')}${href}`)),
  })
  return (
    <Threshold title="Sign in to Tidings" lead="This link signs you in on this device.">
      <Problem error={enter.error} />
      <div>
        {enter.isError ? (
          <Link to="/sign-in" className={buttonLook('main')}>
            Request a new link
          </Link>
        ) : (
          <Button look="main" busy={enter.isPending} onClick={() => enter.mutate()}>
            Sign in
          </Button>
        )}
      </div>
    </Threshold>
  )
}
