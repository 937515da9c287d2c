import { useQuery } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import { PagePreview } from '../feeds/page-preview.tsx'
import { useAccount } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Field } from '../parts/form/field.tsx'
import { Form, useFields } from '../parts/form/form.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { pageQuery } from '../settings/queries.ts'
import { useSaving } from '../settings/use-saving.ts'
import { NotPublic } from './not-public.tsx'
import { OwnersOnly } from './owners-only.tsx'
import { reachOf } from './reach.ts'

/** The changelog page as customers see it: its address, and a preview. */
export function PageStep({ address }: { address: string | null }) {
  const { id: account, name, may } = useAccount()
  const { data } = useQuery(pageQuery(account))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {address === null ? (
        may('owner') ? (
          name !== '' && <TurnOn name={name} />
        ) : (
          <OwnersOnly>turn the page on</OwnersOnly>
        )
      ) : (
        <Shared address={address} />
      )}
      {data && <PagePreview draft={data} />}
    </div>
  )
}

function Shared({ address }: { address: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {reachOf(address) === 'everybody' && (
        <p className="text-pretty">
          Anyone with this address can read the changelog. Give it to your customers.
        </p>
      )}
      <Copy text={address} label="Copy the address of the page" />
      <NotPublic address={address} purpose="Your customers cannot read the page yet." />
      <div>
        <a href={address} target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          Open the page
        </a>
      </div>
    </div>
  )
}

/** "Acme & Co." becomes `acme-co`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')

function TurnOn({ name }: { name: string }) {
  const { id: account } = useAccount()
  const slug = slugOf(name)
  const { values, bind } = useFields({ name: slug.length < 3 ? '' : slug })
  const turnOn = useSaving(() => {
    const json = { isOn: true, name: values.name || null }
    return call(api.accounts[':account'].page.$patch({ param: { account }, json }))
  })
  return (
    <div className="max-w-[480px]">
      <Form
        verb="Turn the page on"
        onSend={() => turnOn.mutate(undefined)}
        busy={turnOn.isPending}
        error={turnOn.error}
      >
        <Field
          label="Name in the address"
          hint="3 to 40 letters, digits and hyphens. Without one, the address is a long number."
          pattern="[a-z0-9][a-z0-9\-]{1,38}[a-z0-9]"
          autoComplete="off"
          {...bind('name')}
        />
        <p className="text-s text-quiet">
          Anyone with the address can read the page. Search engines are asked not to list it until you allow
          them.
        </p>
      </Form>
    </div>
  )
}
