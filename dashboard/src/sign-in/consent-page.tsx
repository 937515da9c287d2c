import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, call, signOut } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { CenteredPage, CenteredPageLoading } from '../parts/centered-page.tsx'
import { Select } from '../parts/form/select.tsx'
import { Problem } from '../parts/notice.tsx'

const route = getRouteApi('/consent')

/** Asks the person whether an app may read their account. Every request is asked again. */
export function ConsentPage() {
  const { request = '' } = route.useSearch()
  const { data, error, isPending } = useQuery({
    queryKey: ['consent', request],
    queryFn: () => look(request),
    refetchOnWindowFocus: false,
    gcTime: 0,
  })
  if (isPending) return <CenteredPageLoading title="Connect an app" />
  if (error) return <CenteredPage title="This app cannot be connected" lead={error.message} />
  return <ConsentForm request={request} asked={data} />
}

const look = (request: string) => call(api.consent.look.$post({ json: { request } }))

/** The server's description of a request that a person can answer. */
type ConsentRequest = Awaited<ReturnType<typeof look>>

function ConsentForm({ request, asked }: { request: string; asked: ConsentRequest }) {
  const { client, email, accounts } = asked
  const [account, setAccount] = useState(asked.current ?? accounts[0]?.id ?? '')
  const decide = useMutation({
    mutationFn: (decision: 'allow' | 'deny') =>
      call(
        decision === 'allow'
          ? api.consent.allow.$post({ json: { request, account } })
          : api.consent.deny.$post({ json: { request } }),
      ),
    onSuccess: ({ location: address }) => location.assign(address),
  })
  if (decide.data) {
    const outcome = decide.variables === 'allow' ? 'is connected' : 'was not connected'
    return <Gone title={`${client.name} ${outcome}`} address={decide.data.location} />
  }
  return (
    <CenteredPage title={`Connect ${client.name}?`} lead={leadOf(asked)}>
      <Facts asked={asked} />
      {accounts.length > 1 && (
        <Select
          label="Account"
          value={account}
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          onPick={setAccount}
        />
      )}
      {accounts.length === 0 && <p>You are not a member of any account, so there is nothing to share.</p>}
      <div className="grid gap-3">
        <Problem error={decide.error} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            busy={decide.isPending}
            disabled={accounts.length === 0}
            onClick={() => decide.mutate('allow')}
          >
            Connect
          </Button>
          <Button busy={decide.isPending} onClick={() => decide.mutate('deny')}>
            Cancel
          </Button>
        </div>
      </div>
      <SomebodyElse email={email} />
    </CenteredPage>
  )
}

function Facts({ asked: { accounts, target } }: { asked: ConsentRequest }) {
  const [only, ...others] = accounts
  return (
    <dl className="grid gap-4 border-y border-line py-4">
      <Fact name="Access">
        Read the highlights
        {only && others.length === 0 && (
          <>
            {' '}
            of <strong className="font-semibold">{only.name}</strong>
          </>
        )}
        : merged changes that customers would notice, and the copy for them. Nothing else, and no changes.
      </Fact>
      <Fact name="Sends you back to">
        {target.kind === 'machine' && 'An app on this device '}
        <strong className="font-semibold wrap-anywhere">
          {target.kind === 'machine' ? `(${target.name})` : target.name}
        </strong>
        {target.kind === 'app' && ', on this device'}
      </Fact>
      <Fact name="Duration">Until you or an owner removes it in the settings, or your role is lowered.</Fact>
    </dl>
  )
}

/** The client's name with its site: a name alone proves nothing, because anybody may give their program any name. */
function leadOf({ client, target }: ConsentRequest): string {
  const where = target.kind === 'site' ? `at ${target.name}` : 'just now, on this device'
  const who =
    client.site === null
      ? 'This name comes from the app itself and is not verified.'
      : `This app is published by ${client.site}.`
  return `${who} Continue only if you started this ${where}.`
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-s text-quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Signs out, and comes back to the same question. */
function SomebodyElse({ email }: { email: string }) {
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => location.reload() })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-quiet">
        <p className="min-w-0 wrap-anywhere">Signed in as {email}.</p>
        <Button change={leave}>Sign out</Button>
      </div>
      <Problem error={leave.error} />
    </div>
  )
}

/** The page after an app has taken over without the browser leaving it. */
function Gone({ title, address }: { title: string; address: string }) {
  return (
    <CenteredPage title={title} lead="You can close this page.">
      <p className="text-quiet">
        Not redirected?{' '}
        <a href={address} className="text-accent underline">
          Continue manually
        </a>
        .
      </p>
    </CenteredPage>
  )
}
