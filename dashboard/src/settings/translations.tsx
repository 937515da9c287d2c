import { api } from '../api/client.ts'
import { accountQuery } from '../api/queries.ts'
import { useChange } from '../api/use-change.ts'
import { useAccount, useAccountQuery } from '../frame/use-account.ts'
import { ChangeButton } from '../parts/change-button.tsx'
import { Select } from '../parts/form/select.tsx'
import { Problem } from '../parts/notice.tsx'
import { Section } from '../parts/page.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { runsOf, runsQuery } from '../runs/queries.ts'
import { RunStatus } from '../runs/run-status.tsx'
import { LANGUAGES, nameOfLanguage } from './languages.ts'

const languagesQuery = accountQuery(['settings', 'languages'], api.accounts[':account'].languages.$get)

/** The languages that entries are translated into. Each has a page and feeds of its own. */
export function TranslationSettings() {
  const { may } = useAccount()
  const { data } = useAccountQuery(languagesQuery)
  const running = runsOf(useAccountQuery(runsQuery).data ?? [], 'translation')
  const add = useChange((act, tag: string) => act('account languages', { add: [tag] }))
  if (!data) return null
  const { own, others } = data
  const offered = LANGUAGES.filter(({ value }) => value !== own && !others.includes(value))
  return (
    <Section
      title="Translations"
      lead="Each language has a page and feeds of its own. Where an AI writer is connected, it translates what is published; readers see that a machine did until someone has looked at it."
    >
      <div className="grid gap-3">
        {others.length > 0 && (
          <Rows>
            {others.map(language => (
              <Row
                key={language}
                title={nameOfLanguage(language)}
                action={
                  may('owner') && (
                    <ChangeButton
                      verb="Remove"
                      label={`Remove ${nameOfLanguage(language)}`}
                      send={act => act('account languages', { remove: [language] })}
                    />
                  )
                }
              >
                {running
                  .filter(({ subject }) => subject === language)
                  .map(run => (
                    <RunStatus key={run.id} run={run} />
                  ))}
              </Row>
            ))}
          </Rows>
        )}
        {may('owner') && (
          <div className="max-w-form">
            <Select
              label="Add a language"
              value=""
              options={[{ value: '', label: 'Choose…' }, ...offered]}
              busy={add.isPending}
              onPick={picked => picked !== '' && add.mutate(picked)}
            />
          </div>
        )}
        <Problem error={add.error} />
      </div>
    </Section>
  )
}
