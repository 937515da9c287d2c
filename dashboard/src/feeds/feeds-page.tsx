import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Copy } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form, useFields } from '../parts/form.tsx'
import { Done } from '../parts/notice.tsx'
import { LoadError, Page } from '../parts/page.tsx'
import { RowsLoading } from '../parts/skeleton.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { feedsQuery } from '../settings/queries.ts'
import { useSaving } from '../settings/use-saving.ts'
import { HostedPage } from './hosted-page.tsx'

type Feeds = DataOf<typeof feedsQuery>

/** The addresses at which customers read the changelog: the hosted page and the feeds. */
export function FeedsPage() {
  const { id: account, may } = useAccount()
  const { data, error, isPending, refetch } = useQuery(feedsQuery(account))
  return (
    <Page wide title="Page & feeds" lead="Where your customers read the changelog.">
      <HostedPage />
      {isPending && <RowsLoading label="Loading feeds" />}
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {data && (
        <>
          <Addresses feeds={data} />
          {may('owner') && <Origins feeds={data} />}
          {may('owner') && <Rotate />}
        </>
      )}
    </Page>
  )
}

function Addresses({ feeds }: { feeds: Feeds }) {
  const all = [{ id: 'all', name: 'All entries', ...feeds.all }, ...feeds.sets]
  return (
    <section aria-labelledby="feeds" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 id="feeds" className="text-l font-semibold">
          Feeds
        </h2>
        <p className="text-quiet">Anyone who has one of these addresses can read this changelog.</p>
      </div>
      {all.map(feed => (
        <div key={feed.id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {all.length > 1 && <h3 className="font-semibold">{feed.name}</h3>}
          <Copy text={feed.atom} label={`Copy the Atom address of ${feed.name}`} />
          <Copy text={feed.json} label={`Copy the JSON Feed address of ${feed.name}`} />
        </div>
      ))}
    </section>
  )
}

/** Web pages that may read the feed from a browser. */
function Origins({ feeds }: { feeds: Feeds }) {
  const { id: account } = useAccount()
  const { values, bind } = useFields({ origins: (feeds.origins ?? []).join('\n') })
  const save = useSaving(() => {
    const lines = values.origins.split(/\s+/).filter(line => line !== '')
    const origins = lines.length === 0 ? null : lines
    return call(api.accounts[':account'].feeds.origins.$put({ param: { account }, json: { origins } }))
  })
  return (
    <section aria-label="Websites" className="grid max-w-[560px] gap-2">
      <Form
        verb="Save websites"
        variant="secondary"
        onSend={() => save.mutate(undefined)}
        busy={save.isPending}
        error={save.error}
      >
        <TextArea
          label="Websites that may read the feeds in a browser"
          hint="One address on each line, such as https://www.example.com. Empty: any website."
          {...bind('origins')}
        />
      </Form>
      <Done>{save.isSuccess && 'Saved.'}</Done>
    </section>
  )
}

/** Replaces all addresses. The owner types the account's name first, because all readers lose them. */
function Rotate() {
  const { id: account, name } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const { values, bind } = useFields({ name: '' })
  const rotate = useSaving(async () => {
    const { accountId } = await call(
      api.accounts[':account'].feeds.rotate.$post({ param: { account }, json: values }),
    )
    // The account's id is part of every address here too.
    location.assign(location.href.replace(account, accountId))
  })
  return (
    <section aria-labelledby="rotate" className="grid justify-items-start gap-3">
      <h2 id="rotate" className="text-l font-semibold">
        Replace the addresses
      </h2>
      <p className="text-quiet text-pretty">
        If an address got into the wrong hands, make new ones. The old ones stop working at once, and every
        reader has to subscribe again.
      </p>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Replace all addresses…
      </Button>
      {isOpen && (
        <Dialog title="Replace all addresses?" onClose={() => setOpen(false)}>
          <p className="text-quiet">All feeds of {name} get new addresses. This cannot be undone.</p>
          <Form
            verb="Replace"
            onSend={() => rotate.mutate(undefined)}
            busy={rotate.isPending}
            error={rotate.error}
          >
            <Field label={`Type “${name}” to confirm`} autoComplete="off" required {...bind('name')} />
          </Form>
        </Dialog>
      )}
    </section>
  )
}
