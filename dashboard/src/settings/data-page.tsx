import { Link } from '@tanstack/react-router'
import { base } from '../api/client.ts'
import { useAccount } from '../frame/use-account.ts'
import { buttonClass } from '../parts/button.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'

const RECORDS = [
  { to: '/$account/settings/activity', label: 'Activity', hint: 'Every decision: who, what and when' },
  { to: '/$account/settings/insights', label: 'Insights', hint: 'What the last half year shows' },
] as const

const FORMATS = [
  { format: 'json', label: 'Everything as JSON', hint: 'Entries, merges, decisions and settings' },
  { format: 'markdown', label: 'Changelog as Markdown', hint: 'Published entries' },
  { format: 'atom', label: 'Feed as Atom', hint: 'Published entries' },
  { format: 'jsonfeed', label: 'Feed as JSON', hint: 'Published entries' },
]

const rowClass = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line/60 py-3'

/** What is recorded of the account's work, and its download. */
export function DataPage() {
  const { id: account } = useAccount()
  return (
    <Page title="Data" lead="Your data is yours: read it here, or download it whenever you like.">
      <Section title="Records">
        <ul className="max-w-text border-b border-line/60">
          {RECORDS.map(({ to, label, hint }) => (
            <li key={to} className={rowClass}>
              <p>
                <Link to={to} params={{ account }} className="font-semibold text-accent underline">
                  {label}
                </Link>
                <span className="block text-s text-quiet">{hint}</span>
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Export">
        <ul className="max-w-text border-b border-line/60">
          {FORMATS.map(({ format, label, hint }) => (
            <li key={format} className={rowClass}>
              <p>
                <span className="block font-semibold">{label}</span>
                <span className="text-s text-quiet">{hint}</span>
              </p>
              <a
                href={`${base}api/accounts/${account}/export?format=${format}`}
                download
                aria-label={`Download: ${label}`}
                className={buttonClass('secondary')}
              >
                Download
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}
