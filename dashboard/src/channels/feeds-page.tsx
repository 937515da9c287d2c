import type { DataOf } from '../api/queries.ts'
import type { Act } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { Fold } from '../parts/fold.tsx'
import { Checkbox } from '../parts/form/checkbox.tsx'
import { TextArea } from '../parts/form/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Address, CopyButton } from '../parts/text/copy.tsx'
import { ConfirmByName } from '../settings/confirm-by-name.tsx'
import { nameOfLanguage } from '../settings/languages.ts'
import { feedsQuery, pageQuery } from '../settings/queries.ts'
import { SettingsForm } from '../settings/settings-form.tsx'
import { useKeptFields } from '../settings/use-kept-fields.ts'

type Feeds = DataOf<typeof feedsQuery>

/** The addresses of the feeds, the origins that may read them, and which pull requests they link to. */
export function FeedsPage() {
  const { may } = useAccount()
  return (
    <Page title="Feeds" parent={{ to: '/$account/channels', label: 'Channels' }}>
      <Loaded query={useAccountQuery(feedsQuery)} label="Loading feeds">
        {feeds => (
          <>
            <Addresses feeds={feeds} />
            <Origins feeds={feeds} />
            <Links feeds={feeds} />
            {may('owner') && <Rotate />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Addresses({ feeds }: { feeds: Feeds }) {
  const all = [
    { id: 'all', name: 'All entries', ...feeds.all },
    ...feeds.sets,
    ...feeds.translations.map(({ language, ...feed }) => ({
      id: language,
      name: `All entries, ${nameOfLanguage(language)}`,
      ...feed,
    })),
  ]
  return (
    <Section
      title="Addresses"
      lead={`Anyone who has one of these addresses can read this changelog.${
        feeds.sets.length > 0 ? ' A set’s address also reveals the address for all entries.' : ''
      }`}
    >
      <AddressList format="Atom" feeds={all} />
      <Fold title="The same as JSON Feed">
        <AddressList format="JSON Feed" feeds={all} />
      </Fold>
    </Section>
  )
}

interface AddressListProps {
  format: 'Atom' | 'JSON Feed'
  feeds: readonly { id: string; name: string; atom: string; json: string }[]
}

const AddressList = ({ format, feeds }: AddressListProps) => (
  <Rows label={format}>
    {feeds.map(({ id, name, atom, json }) => {
      const address = format === 'Atom' ? atom : json
      return (
        <Row
          key={id}
          title={name}
          meta={<Address text={address} />}
          action={<CopyButton text={address} label={`Copy the ${format} address of ${name}`} />}
        />
      )
    })}
  </Rows>
)

/** The origins of web pages that may read the feed in a browser. */
function Origins({ feeds }: { feeds: Feeds }) {
  const fields = useKeptFields('origins', { origins: (feeds.origins ?? []).join('\n') })
  return (
    <Section
      title="Websites"
      lead="Which websites may read the feeds from a visitor's browser, such as your own site with the widget."
    >
      <SettingsForm
        fields={fields}
        onSave={(act, { origins = '' }) => {
          const lines = origins.split(/\s+/).filter(line => line !== '')
          return act('account origins', lines.length === 0 ? { any: true } : { allow: lines })
        }}
      >
        <TextArea
          label="Allowed websites"
          hint="One per line, such as https://www.example.com. Leave empty to allow any website."
          {...fields.bind('origins')}
        />
      </SettingsForm>
    </Section>
  )
}

/** Which pull requests feeds link to. */
function Links({ feeds: { hidesPrivatePulls } }: { feeds: Feeds }) {
  const fields = useKeptFields('links', { hidesPrivatePulls })
  return (
    <Section
      title="Private repositories"
      lead="The address of a pull request tells readers the name of its repository."
    >
      <SettingsForm
        fields={fields}
        onSave={act => act('account feeds', { privatePullRequests: !fields.values.hidesPrivatePulls })}
      >
        <Checkbox
          label="Leave pull request addresses of private repositories out of feeds"
          hint="A repository counts as private until its code host says that it is public. The changelog page and its own feeds never show them."
          {...fields.check('hidesPrivatePulls')}
        />
      </SettingsForm>
    </Section>
  )
}

/** A sentence about the addresses that stay valid, because they do not contain the account's id. */
function keptOf(page: DataOf<typeof pageQuery> | undefined): string {
  if (page?.host && !page.hostProof) return `Addresses that begin with ${page.host} stay. `
  return page?.name ? `Addresses that begin with /c/${page.name} stay. ` : ''
}

/** Replaces all addresses. */
function Rotate() {
  const { id: account } = useAccount()
  const { data: page } = useAccountQuery(pageQuery)
  const rotate = async (act: Act, input: { name: string }) => {
    const { accountId } = await act('account rotate', input)
    // The addresses of the dashboard contain the account's id too.
    location.assign(location.href.replace(account, accountId))
  }
  return (
    <Section
      title="Replace the addresses"
      lead="If an address got into the wrong hands, replace them all. Every reader has to subscribe again."
    >
      <ConfirmByName verb="Replace" opener="Replace…" label="Replace all addresses" send={rotate}>
        The feeds and the page get new addresses. Old links stop working immediately, and every reader has to
        subscribe again. {keptOf(page)}This cannot be undone.
      </ConfirmByName>
    </Section>
  )
}
