import { base } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Page } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Section } from '../parts/section.tsx'
import { DeleteAccount } from './delete-account.tsx'

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
