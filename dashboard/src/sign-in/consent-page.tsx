import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, call } from '../api/client.ts'
import { CenteredPage, CenteredPageLoading } from '../parts/centered-page.tsx'
import { ConsentForm } from './consent-form.tsx'

const route = getRouteApi('/consent')

/** Asks the person whether an app may read their account. Every request is asked again. */
export function ConsentPage() {
  const { request = '' } = route.useSearch()
  const { data, error, isPending } = useQuery({
    queryKey: ['consent', request],
    queryFn: () => call(api.consent.look.$post({ json: { request } })),
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (isPending) return <CenteredPageLoading title="Connect an app" />
  if (error) return <CenteredPage title="This app cannot be connected" lead={error.message} />
  return <ConsentForm request={request} asked={data} />
}
