import { useQuery } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { answer, api } from '../api.ts'
import { ConsentForm } from '../clients/consent-form.tsx'
import { requireMe } from '../inside.ts'
import { Threshold, ThresholdLoading } from '../parts/threshold.tsx'
import { rootRoute } from './root.tsx'

/** Where a program's request leads: the person is asked, whoever they are and however often it comes. */
export const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/consent',
  validateSearch: (search: Record<string, unknown>): { request?: string } =>
    typeof search.request === 'string' ? { request: search.request } : {},
  loader: ({ location }) => requireMe(location.href),
  component: Consent,
})

function Consent() {
  const { request = '' } = consentRoute.useSearch()
  const { data, error, isPending } = useQuery({
    queryKey: ['consent', request],
    queryFn: () => answer(api.consent.look.$post({ json: { request } })),
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (isPending) return <ThresholdLoading title="Connect an app" />
  if (error) return <Threshold title="This app cannot be connected" lead={error.message} />
  return <ConsentForm request={request} asked={data} />
}
