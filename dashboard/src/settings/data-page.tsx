import { base } from '../api/client.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
import { Problem } from '../parts/notice.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { shortDate } from '../time.ts'
import { ConfirmByName } from './confirm-by-name.tsx'
import { settingsQuery } from './queries.ts'

const RECORDS = [
  { to: '/$account/settings/activity', label: 'Activity', hint: 'Every decision: who, what and when' },
  { to: '/$account/settings/insights', label: 'Insights', hint: 'What the last half year shows' },
] as const

const DOWNLOADS = [
  {
    title: 'Everything',
    hint: 'Entries, merges, decisions and settings',
    formats: [{ format: 'json', label: 'JSON' }],
  },
  {
    title: 'Published entries',
    hint: 'For a repository, a site or a feed reader',
    formats: [
      { format: 'markdown', label: 'Markdown' },
      { format: 'atom', label: 'Atom' },
      { format: 'jsonfeed', label: 'JSON' },
    ],
  },
]

/** The records of the account's work, and their download. */
export function DataPage() {
  const { id: account, may } = useAccount()
  return (
    <Page title="Data" lead="Read it here, or download it whenever you like.">
      <Section title="Records">
        <Rows>
          {RECORDS.map(({ to, label, hint }) => (
            <Row key={to} title={label} meta={hint} link={{ to }} />
          ))}
        </Rows>
      </Section>
      <Section title="Download">
        <Rows>
          {DOWNLOADS.map(({ title, hint, formats }) => (
            <Row
              key={title}
              title={title}
              meta={hint}
              action={formats.map(({ format, label }) => (
                <a
                  key={format}
                  href={`${base}api/accounts/${account}/export?format=${format}`}
                  download
                  aria-label={`Download: ${title} as ${label}`}
                  className={buttonClass('secondary')}
                >
                  {label}
                </a>
              ))}
            />
          ))}
        </Rows>
      </Section>
      {may('owner') && <DeleteAccount />}
    </Page>
  )
}

/** Deletes the account after some days, in which an owner can cancel that. */
function DeleteAccount() {
  const { name } = useAccount()
  const { data, error } = useAccountQuery(settingsQuery)
  if (!data) return <Problem error={error} />
  if (data.deletesAt !== null)
    return (
      <Section
        title="This account is about to be deleted"
        lead={`On ${shortDate(data.deletesAt)} everything in ${name} is deleted for good. Until then, nothing is published, posted or changed; the feeds and the page stay as they are.`}
      >
        <ChangeButton verb="Keep" variant="primary" send={act => act('account delete', { cancel: true })} />
      </Section>
    )
  return (
    <Rows>
      <Row
        title={`Delete ${name}`}
        meta="Everything in it is deleted for good after two weeks. Until then, an owner can restore it."
        action={
          <ConfirmByName
            verb="Delete"
            opener="Delete"
            label={`Delete ${name}`}
            send={(act, input) => act('account delete', input)}
          >
            In two weeks everything of {name} is deleted except what was posted on social networks: its feeds,
            page, widget, entries, pull requests, pictures and connections, and every member who is in no
            other account. Until then nothing is published, posted or changed, and any owner can keep the
            account; all are told by mail.
          </ConfirmByName>
        }
      />
    </Rows>
  )
}
