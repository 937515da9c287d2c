import { useChange } from '../api/use-change.ts'
import { PagePreview } from '../channels/page-preview.tsx'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Field, Form, useFields } from '../parts/form/form.tsx'
import { pageQuery } from '../settings/queries.ts'
import { OwnersOnly } from './step.tsx'

/** The changelog page as customers see it, and a button that publishes it. Its address is then at the top of the path. */
export function PageStep({ address }: { address: string | null }) {
  const { name, may } = useAccount()
  const { data } = useAccountQuery(pageQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {address === null &&
        (may('owner') ? name !== '' && <TurnOn name={name} /> : <OwnersOnly>publish the page</OwnersOnly>)}
      {data && <PagePreview draft={data} />}
    </div>
  )
}

/** A name for an address: "Acme & Co." becomes `acme-co`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')

function TurnOn({ name }: { name: string }) {
  const slug = slugOf(name)
  const { values, bind } = useFields({ name: slug.length < 3 ? '' : slug })
  const turnOn = useChange(act => act('account page', { isOn: true, name: values.name || null }))
  return (
    <div className="max-w-text">
      <Form verb="Publish" change={turnOn}>
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
