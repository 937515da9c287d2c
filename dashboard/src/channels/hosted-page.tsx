import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { act } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Field } from '../parts/form/field.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Copy } from '../parts/text/copy.tsx'
import { pageQuery } from '../settings/queries.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import { type KeptFields, useKeptFields } from '../settings/use-kept-fields.ts'
import { DomainProof } from './domain-proof.tsx'
import { LogoField } from './logo-field.tsx'
import { isColour, PagePreview } from './page-preview.tsx'

type Settings = Omit<DataOf<typeof pageQuery>, 'address' | 'logo' | 'hostProof'>

/** The hosted page: its address, and its settings. */
export function HostedPage() {
  const { id: account } = useAccount()
  return (
    <Page
      wide
      title="Changelog page"
      lead="Everything that you publish, ready to link to."
      parent={{ to: '/$account/channels', params: { account }, label: 'Channels' }}
    >
      <Loaded query={useQuery(pageQuery(account))} label="Loading the page's settings">
        {({ address, logo, hostProof, ...stored }) => (
          <>
            {address !== null && <PageAddress address={address} />}
            {stored.isOn && hostProof !== null && <DomainProof proof={hostProof} />}
            <PageForm stored={stored} logo={logo} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const PageAddress = ({ address }: { address: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <Copy text={address} label="Copy the address of the page" />
    <p>
      <a href={address} target="_blank" rel="noreferrer" className="text-accent underline">
        Open the page
      </a>
    </p>
  </div>
)

function PageForm({ stored, logo }: { stored: Settings; logo: string | null }) {
  const { id: account } = useAccount()
  const fields = useKeptFields('page', stored)
  const { values } = fields
  return (
    <div className="grid gap-x-12 gap-y-8 pt-4 xl:grid-cols-[minmax(0,560px)_minmax(0,560px)]">
      <SettingsForm fields={fields} onSave={changes => act(account, 'account page', changes)}>
        <Audience fields={fields} />
        {values.isOn && <Contents fields={fields} logo={logo} />}
        {values.isOn && (
          <Group title="Address">
            <Text
              fields={fields}
              name="name"
              label="Short address"
              hint="Ends in /c/northwind, for example. When you change it, the old address leads to the new one."
            />
            <Text
              fields={fields}
              name="host"
              label="Custom domain"
              hint="Such as changelog.example.com. Point a CNAME record at this server, and have its operator add a certificate."
            />
          </Group>
        )}
      </SettingsForm>
      {values.isOn && <PagePreview draft={{ ...values, logo, isOn: stored.isOn }} />}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 pb-4">
      <legend className="mb-3 text-l font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

interface Props {
  fields: KeptFields<Settings>
}

/** The settings of who can read the page. */
function Audience({ fields: { values, set } }: Props) {
  return (
    <Group title="Audience">
      <div className="grid gap-1">
        <Checkbox
          label="Show the changelog as a page"
          hint="Anyone with its address can read it."
          checked={values.isOn}
          onChange={isOn => set({ isOn })}
        />
        {values.isOn && (
          <Checkbox
            label="Let search engines list it"
            checked={values.isListed}
            onChange={isListed => set({ isListed })}
          />
        )}
      </div>
    </Group>
  )
}

/** The texts and the look of the page besides its entries. */
function Contents({ fields, logo }: Props & { logo: string | null }) {
  const { values, set } = fields
  return (
    <Group title="Contents">
      <Text fields={fields} name="title" label="Title" hint="Leave empty to use the account name." />
      <Text fields={fields} name="intro" label="Introduction" hint="One sentence, shown below the title." />
      <Text
        fields={fields}
        name="homeUrl"
        label="Your website"
        hint="The name at the top of the page links to it."
      />
      <LogoField logo={logo} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <Text fields={fields} name="accent" label="Colour" hint="Of links and signs, such as #9e3e1f." />
        <input
          type="color"
          aria-label="Choose a colour"
          value={isColour(values.accent) ? values.accent : '#9e3e1f'}
          onChange={({ target: { value } }) => set({ accent: value })}
          className="h-9 w-12 rounded-md border border-edge bg-floating p-1 enabled:cursor-pointer disabled:border-line disabled:bg-transparent disabled:opacity-40 pointer-coarse:h-11"
        />
      </div>
      <Checkbox
        label="Link entries to their pull requests"
        hint="Only where the repository is public."
        checked={values.showsPullRequests}
        onChange={showsPullRequests => set({ showsPullRequests })}
      />
    </Group>
  )
}

interface TextProps extends Props {
  name: 'title' | 'intro' | 'name' | 'host' | 'homeUrl' | 'accent'
  label: string
  hint: string
}

/** A field for a line of text that may be empty. */
const Text = ({ fields: { values, set }, name, ...texts }: TextProps) => (
  <Field
    name={name}
    {...texts}
    dir="auto"
    value={values[name] ?? ''}
    onChange={({ target: { value } }) => set({ [name]: value === '' ? null : value })}
  />
)
