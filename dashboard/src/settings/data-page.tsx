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

const FORMATS = [
  { format: 'json', label: 'Everything as JSON', hint: 'Entries, merges, decisions and settings' },
  {
    format: 'markdown',
    label: 'Changelog as Markdown',
    hint: 'Published entries, for a repository or a site',
  },
  { format: 'atom', label: 'Feed as Atom', hint: 'Published entries, for feed readers' },
  { format: 'jsonfeed', label: 'Feed as JSON', hint: 'Published entries, for programs' },
]

/** The records of the account's work, and their download. */
export function DataPage() {
  const { id: account, may } = useAccount()
  return (
    <Page title="Data" lead="Read it here, or download it whenever you like.">
      <Section title="Records">
        <Rows>
          {RECORDS.map(({ to, label, hint }) => (
            <Row key={to} title={label} meta={hint} link={{ to, params: { account } }} />
          ))}
        </Rows>
      </Section>
      <Section title="Export">
        <Rows>
          {FORMATS.map(({ format, label, hint }) => (
            <Row
              key={format}
              title={label}
              meta={hint}
              action={
                <a
                  href={`${base}api/accounts/${account}/export?format=${format}`}
                  download
                  aria-label={`Download: ${label}`}
                  className={buttonClass('secondary')}
                >
                  Download
                </a>
              }
            />
          ))}
        </Rows>
      </Section>
      {may('owner') && <DeleteAccount />}
    </Page>
  )
}
