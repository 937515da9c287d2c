import { type ReactNode, useState } from 'react'
import type { DataOf } from '../api/queries.ts'
import type { Act } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { Fold } from '../parts/fold.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { Field } from '../parts/form/form.tsx'
import { Select } from '../parts/form/select.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Copy, DnsRecord } from '../parts/text/copy.tsx'
import { Out } from '../parts/text/out.tsx'
import { nameOfLanguage } from '../settings/languages.ts'
import { pageQuery, writerQuery } from '../settings/queries.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import { type KeptFields, useKeptFields } from '../settings/use-kept-fields.ts'
import { LogoField } from './logo-field.tsx'
import { isColour, PagePreview } from './page-preview.tsx'

type Settings = Omit<DataOf<typeof pageQuery>, 'address' | 'language' | 'logo' | 'hostProof'>

/** The colour of the page's links and signs unless the account has one. */
const STANDARD_COLOUR = '#9e3e1f'

/** The hosted page: its address, and its settings. */
export function HostedPage() {
  const query = useAccountQuery(pageQuery)
  const address = query.data?.address
  return (
    <Page
      width="screen"
      title="Changelog page"
      lead={
        <>
          Everything you publish, in one place.{' '}
          {address && (
            <Out href={address} className="underline hover:text-ink">
              Open the page
            </Out>
          )}
        </>
      }
      parent={{ to: '/$account/channels', label: 'Channels' }}
    >
      <Loaded query={query} label="Loading the page's settings">
        {({ address, language, logo, hostProof, ...stored }) => (
          <PageForm stored={stored} own={language} logo={logo}>
            {address !== null && <Copy text={address} label="Copy the address of the page" />}
            {stored.isOn && hostProof !== null && <DomainProof proof={hostProof} />}
          </PageForm>
        )}
      </Loaded>
    </Page>
  )
}

interface FormProps {
  stored: Settings
  /** The language of the account. */
  own: string
  logo: string | null
  /** What stands above the settings. */
  children: ReactNode
}

/** The settings, and what they make of the page: beside them, or below them in a small window. */
function PageForm({ stored, own, logo, children }: FormProps) {
  const [language, setLanguage] = useState(own)
  const into = language === own ? null : language
  const fields = useKeptFields<Fields>('page', fieldsOf(stored))
  const { values, bind, check, set } = fields
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
        {children}
        <SettingsForm fields={fields} onSave={save}>
          <Checkbox
            label="Show the changelog as a page"
            hint="Anyone with its address can read it."
            {...check('isOn')}
          />
          {values.isOn && (
            <>
              <Words
                {...{ fields, own, into }}
                others={Object.keys(stored.translations)}
                onPick={setLanguage}
              />
              <Field label="Your website" placeholder="https://example.com" {...bind('homeUrl')} />
              <LogoField logo={logo} />
              <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
                <Field
                  label="Link colour"
                  hint="Lightened on dark screens, so that it stays readable."
                  placeholder={STANDARD_COLOUR}
                  {...bind('accent')}
                />
                <input
                  type="color"
                  aria-label="Choose a colour"
                  value={isColour(values.accent) ? values.accent : STANDARD_COLOUR}
                  onChange={({ target: { value } }) => set({ accent: value })}
                  className="h-9 w-12 rounded-md border border-edge bg-floating p-1 enabled:cursor-pointer disabled:border-line disabled:bg-transparent disabled:opacity-40 pointer-coarse:h-11"
                />
              </div>
              <Fold>
                <Checkbox label="Let search engines list it" {...check('isListed')} />
                <Checkbox
                  label="Link entries to their pull requests"
                  hint="Only where the repository is public."
                  {...check('showsPullRequests')}
                />
                <Field
                  label="Name in the address"
                  hint="The page is then at /c/northwind, for example. When you change it, the old address leads to the new one."
                  {...bind('name')}
                />
                <Field
                  label="Custom domain"
                  hint="Such as changelog.example.com. Point a CNAME record at this server, and have its operator add a certificate."
                  {...bind('host')}
                />
              </Fold>
            </>
          )}
        </SettingsForm>
      </div>
      {values.isOn && (
        <PagePreview
          draft={{
            ...values,
            ...(into !== null && {
              title: values[`title ${into}`] ?? null,
              intro: values[`intro ${into}`] ?? null,
            }),
            ...{ into, logo, isOn: stored.isOn },
          }}
        />
      )}
    </div>
  )
}

/** The settings as fields. A text in a further language is one of its own, such as `title de`. */
type Fields = Omit<Settings, 'translations'> & { [text: `${'title' | 'intro'} ${string}`]: string | null }

function fieldsOf({ translations, ...settings }: Settings): Fields {
  const texts = Object.entries(translations).flatMap(([into, { title, intro }]) => [
    [`title ${into}`, title],
    [`intro ${into}`, intro],
  ])
  return { ...settings, ...Object.fromEntries(texts) }
}

/** Saves what differs; each language by itself. */
async function save(act: Act, changes: Partial<Fields>) {
  const byLanguage = Map.groupBy(Object.entries(changes), ([field]) => field.split(' ')[1])
  for (const [into, those] of byLanguage) {
    const given = Object.fromEntries(those.map(([field, value]) => [field.split(' ')[0], value]))
    await act('account page', { ...given, into })
  }
}

interface WordsProps extends Pick<FormProps, 'own'> {
  fields: KeptFields<Fields>
  /** The further languages. */
  others: readonly string[]
  /** The further language that is shown; null for the account's own. */
  into: string | null
  onPick: (language: string) => void
}

/** Title and introduction, in the account's own language or in one that it translates into. */
function Words({ fields: { values, bind }, own, into, others, onPick }: WordsProps) {
  const { name } = useAccount()
  const { data: writer } = useAccountQuery(writerQuery)
  const { title, intro } = values
  const bindText = (text: 'title' | 'intro') => ({
    dir: 'auto',
    ...bind(into === null ? text : `${text} ${into}`),
  })
  return (
    <>
      {others.length > 0 && (
        <Select
          label="Language of title and introduction"
          value={into ?? own}
          options={[own, ...others].map(value => ({ value, label: nameOfLanguage(value) }))}
          onPick={onPick}
        />
      )}
      <Field label="Title" placeholder={(into === null ? null : title) ?? name} {...bindText('title')} />
      <Field label="Introduction" placeholder={(into !== null && intro) || ''} {...bindText('intro')} />
      {into !== null && (writer?.writer ?? writer?.operatorModel) && (
        <ChangeButton verb="Translate" send={act => act('account page', { into })} />
      )}
    </>
  )
}

type HostProof = NonNullable<DataOf<typeof pageQuery>['hostProof']>

/** The DNS record that the custom domain waits for, with a button for owners that looks it up. */
function DomainProof({ proof }: { proof: HostProof }) {
  const { may } = useAccount()
  return (
    <section aria-label="Proof of the custom domain" className="grid max-w-text min-w-0 gap-4 pt-4">
      <h3 className="font-semibold wrap-anywhere">Show that {proof.host} is yours</h3>
      <p className="text-quiet text-pretty">
        Add this TXT record to the DNS of your domain. Once it is found, the page is served there.
      </p>
      <DnsRecord name={proof.name} value={proof.value} />
      {may('owner') && <ChangeButton verb="Check" send={act => act('account host', {})} />}
    </section>
  )
}
