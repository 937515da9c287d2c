import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Checkbox } from '../parts/checkbox.tsx'
import { Copy } from '../parts/copy.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Done } from '../parts/notice.tsx'
import { LoadError } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { pageQuery } from '../settings/queries.ts'
import { useSaving } from '../settings/use-saving.ts'
import { PagePreview } from './page-preview.tsx'

type Settings = DataOf<typeof pageQuery>

/** The hosted page: its address, and its settings. */
export function HostedPage() {
  const { id: account } = useAccount()
  const { data, error, isPending, refetch } = useQuery(pageQuery(account))
  return (
    <section aria-labelledby="hosted" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="hosted" className="text-l font-semibold">
        Changelog page
      </h2>
      {isPending && <RowsLoading label="Loading the page's settings" />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data?.address && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <Copy text={data.address} label="Copy the address of the page" />
          <p>
            <a href={data.address} target="_blank" rel="noreferrer" className="text-accent underline">
              Open the page
            </a>
          </p>
        </div>
      )}
      {data && <PageForm stored={data} />}
    </section>
  )
}

const TEXTS = [
  { name: 'title', label: 'Title', hint: 'Empty: the name of the account.' },
  { name: 'intro', label: 'Introduction', hint: 'One sentence below the title.' },
  {
    name: 'name',
    label: 'Name in the address',
    hint: 'Stands for the secret id: /c/name instead of a long number.',
  },
  {
    name: 'host',
    label: 'Host name of your own',
    hint: 'Such as changelog.example.com. It needs a CNAME record to this server, and a certificate on its proxy.',
  },
  { name: 'homeUrl', label: 'Your website', hint: 'Where the name at the top leads.' },
  { name: 'accent', label: 'Colour', hint: 'As #rrggbb. Empty: that of Tidings.' },
] as const

type TextName = (typeof TEXTS)[number]['name']

function PageForm({ stored }: { stored: Settings }) {
  const { id: account, may } = useAccount()
  const [wish, setWish] = useState<Partial<Settings>>({})
  const settings = { ...stored, ...wish }
  const save = useSaving(async () => {
    const { address: _, ...json } = wish
    await call(api.accounts[':account'].page.$patch({ param: { account }, json }))
    setWish({})
  })
  const setText = (name: TextName, text: string) => setWish({ ...wish, [name]: text === '' ? null : text })
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <fieldset disabled={!may('owner')}>
        <Form
          verb="Save page"
          variant="secondary"
          onSend={() => save.mutate(undefined)}
          busy={save.isPending}
          error={save.error}
        >
          <Checkbox
            label="Show the changelog as a page"
            hint="Anyone with its address can read it."
            checked={settings.isOn}
            onChange={isOn => setWish({ ...wish, isOn })}
          />
          {settings.isOn &&
            TEXTS.map(({ name, label, hint }) => (
              <Field
                key={name}
                name={name}
                label={label}
                hint={hint}
                dir="auto"
                value={settings[name] ?? ''}
                onChange={event => setText(name, event.target.value)}
              />
            ))}
          {settings.isOn && (
            <div className="grid gap-1">
              <Checkbox
                label="Let search engines list it"
                checked={settings.isListed}
                onChange={isListed => setWish({ ...wish, isListed })}
              />
              <Checkbox
                label="Link entries to their pull requests"
                hint="Only where the repository is public."
                checked={settings.showsPullRequests}
                onChange={showsPullRequests => setWish({ ...wish, showsPullRequests })}
              />
            </div>
          )}
        </Form>
        <Done>{save.isSuccess ? 'Saved.' : !may('owner') && 'Only owners can change this.'}</Done>
      </fieldset>
      {settings.isOn && <PagePreview draft={settings} />}
    </div>
  )
}
