import { getRouteApi } from '@tanstack/react-router'
import { base } from '../api/client.ts'
import { buttonClass } from '../parts/button.tsx'
import { CenteredPage } from '../parts/centered-page.tsx'

const route = getRouteApi('/no-seat')

/** Tells a signed-in person that the account which their domain joins has no seat for them. */
export function NoSeatPage() {
  const { next = '/' } = route.useSearch()
  return (
    <CenteredPage
      title="Your company’s account has no seat left"
      lead="You would join it by your email address. Its owners can see that you tried; ask one of them for a seat. Your other accounts are as before."
    >
      <a href={`${base.replace(/\/$/, '')}${next}`} className={buttonClass('primary')}>
        Continue
      </a>
    </CenteredPage>
  )
}
