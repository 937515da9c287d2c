import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { Copy } from '../parts/text/copy.tsx'
import type { SourcesSearch } from '../search.ts'
import { NotPublic } from '../start/not-public.tsx'
import type { StartFacts } from '../start/queries.ts'
import { RepositoryChoice } from './repository-choice.tsx'

const route = api.accounts[':account'].sources['github-app']

interface Props {
  facts: StartFacts
  search?: SourcesSearch
  /** Called when repositories are connected. */
  onDone?: () => void
}

/** Leads to GitHub, where the owner chooses repositories; first creates the app there if the server has none. */
export function GitHubWay({ facts, search: { choice, permit } = {}, onDone }: Props) {
  if (choice !== undefined && onDone)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RepositoryChoice choice={choice} onDone={onDone} />
        <p className="text-quiet text-pretty">Only repositories that you administer are shown.</p>
        <Sites sites={facts.gitHubApps} to="install" />
      </div>
    )
  if (facts.gitHubApps.length > 0 && permit === undefined)
    return <Sites sites={facts.gitHubApps} to="authorize" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <NotPublic address={facts.baseUrl} purpose="GitHub has to reach it, to tell it about merges." />
      {facts.mayCreateGitHubApp || permit !== undefined ? <Create permit={permit} /> : <ForOperators />}
    </div>
  )
}

interface SitesProps {
  /** The sites of GitHub with an app of this server. */
  sites: readonly string[]
  /** The page of GitHub that a button leads to. */
  to: 'authorize' | 'install'
}

/** A button for each GitHub with an app of this server. */
function Sites({ sites, to }: SitesProps) {
  const { id: account } = useAccount()
  const offer = useMutation({
    mutationFn: (url: string) => call(route.$post({ param: { account }, json: { url } })),
    onSuccess: addresses => location.assign(addresses[to]),
  })
  const nameOf = (url: string) => (url === 'https://github.com' ? 'GitHub' : new URL(url).host)
  return (
    <div className="grid justify-items-start gap-2">
      {sites.map(url => (
        <Button
          key={url}
          variant={to === 'authorize' ? 'primary' : 'secondary'}
          busy={offer.isPending && offer.variables === url}
          onClick={() => offer.mutate(url)}
        >
          {to === 'authorize' ? `Connect with ${nameOf(url)}` : `Add from ${nameOf(url)}`}
        </Button>
      ))}
      <Problem error={offer.error} />
    </div>
  )
}

function Create({ permit }: { permit: string | undefined }) {
  const { id: account } = useAccount()
  const { values, bind } = useFields({ organisation: '', url: '' })
  const [mayComment, setMayComment] = useState(false)
  const create = useMutation({
    mutationFn: () => {
      const { organisation, url } = values
      const json = {
        mayComment,
        ...(permit && { permit }),
        ...(organisation && { organisation }),
        ...(url && { url }),
      }
      return call(route.registration.$post({ param: { account }, json }))
    },
    onSuccess: ({ link }) => location.assign(link),
  })
  return (
    <Form verb="Continue" change={create}>
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
      <Field
        label="Server (optional)"
        hint="Only for GitHub Enterprise Server."
        placeholder="https://"
        {...bind('url')}
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

/** A note for the operator: an app serves all accounts of a server. */
const ForOperators = () => (
  <>
    <p className="text-pretty">
      This server has no GitHub app yet. It has several accounts, which the app would serve, so the person who
      runs the server has to begin. This prints the address at which it is created:
    </p>
    <Copy text="tidings github-app create" label="Copy the command that prints the address" />
  </>
)
