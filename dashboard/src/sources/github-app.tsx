import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { NotPublic } from '../start/not-public.tsx'
import type { StartFacts } from '../start/queries.ts'

const route = api.accounts[':account'].sources['github-app']

interface Props {
  facts: StartFacts
  variant?: 'primary' | 'secondary'
}

/** Leads to GitHub, where the owner chooses repositories; first creates the app there if the server has none. */
export function GitHubWay({ facts, variant = 'primary' }: Props) {
  if (facts.hasGitHubApp) return <Connect variant={variant} />
  return (
    <div className="grid max-w-[560px] grid-cols-[minmax(0,1fr)] gap-4">
      <NotPublic address={facts.baseUrl} purpose="GitHub has to reach it, to tell it about merges." />
      {facts.mayCreateGitHubApp ? <Create variant={variant} /> : <ForOperators />}
    </div>
  )
}

function Connect({ variant }: Required<Pick<Props, 'variant'>>) {
  const { id: account } = useAccount()
  const offer = useMutation({
    mutationFn: () => call(route.$post({ param: { account }, json: {} })),
    onSuccess: ({ link }) => location.assign(link),
  })
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant={variant} busy={offer.isPending} onClick={() => offer.mutate()}>
        Connect with GitHub
      </Button>
      <Problem error={offer.error} />
    </div>
  )
}

function Create({ variant }: Required<Pick<Props, 'variant'>>) {
  const { id: account } = useAccount()
  const { values, bind } = useFields({ organisation: '' })
  const [mayComment, setMayComment] = useState(false)
  const create = useMutation({
    mutationFn: () => {
      const json = { mayComment, ...(values.organisation !== '' && values) }
      return call(route.registration.$post({ param: { account }, json }))
    },
    onSuccess: ({ link }) => location.assign(link),
  })
  return (
    <Form
      verb="Create a GitHub app"
      variant={variant}
      onSend={() => create.mutate()}
      busy={create.isPending}
      error={create.error}
    >
      <p className="text-pretty">
        Once for this server, you create an app of your own on GitHub. It can read what you choose and{' '}
        {mayComment ? 'comment on pull requests' : 'change nothing'}. GitHub then asks which repositories it
        may read, and brings you back here.
      </p>
      <Field
        label="Organisation (optional)"
        hint="As in its address on GitHub. Without one, the app belongs to your own account."
        placeholder="acme"
        autoComplete="off"
        {...bind('organisation')}
      />
      <Checkbox
        label="Let it comment on pull requests"
        hint="For reviews of open pull requests, which stay off until you switch them on for a repository."
        checked={mayComment}
        onChange={setMayComment}
      />
    </Form>
  )
}

/** An app serves all accounts of a server. */
const ForOperators = () => (
  <>
    <p className="text-pretty">
      This server has no GitHub app yet. It has several accounts, which the app would serve, so the person who
      runs the server has to create it:
    </p>
    <Copy text="npx tidings github-app create" label="Copy the command that creates the app" />
  </>
)
