import { useState } from 'react'
import { useAccountQuery } from '../../frame/use-account.ts'
import { FoldingRow } from '../../parts/folding-row.tsx'
import { Rows } from '../../parts/row.tsx'
import { counted } from '../../text.ts'
import { localServersQuery } from '../queries.ts'
import { ConnectForm } from './connect-form.tsx'
import { CHOICES, choiceOf, type WriterFacts } from './facts.ts'

interface Props {
  facts: WriterFacts
  onDone: () => void
}

/** The providers by where their models run. */
const PLACES = [
  { title: 'Hosted', choices: CHOICES.filter(({ isLocal }) => !isLocal) },
  { title: 'On this machine', choices: CHOICES.filter(({ isLocal }) => isLocal) },
]

/** The providers as rows. The one that is chosen unfolds the fields that it needs. */
export function ConnectWriter({ facts, onDone }: Props) {
  const { data } = useAccountQuery(localServersQuery)
  const { writer } = facts
  const [chosen, setChosen] = useState(() => (writer ? (choiceOf(writer)?.id ?? null) : null))
  const found = (name: string) => data?.servers.find(server => server.name === name)
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      {PLACES.map(({ title, choices }) => (
        <div key={title} className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
          <h3 className="text-s font-semibold text-quiet">{title}</h3>
          <Rows label={title}>
            {choices.map(choice => (
              <FoldingRow
                key={choice.id}
                title={choice.title}
                meta={foundHint(found(choice.title)?.models) ?? choice.hint}
                isOpen={chosen === choice.id}
                onToggle={isOpen =>
                  setChosen(before => (isOpen ? choice.id : before === choice.id ? null : before))
                }
              >
                {chosen === choice.id && (
                  <ConnectForm
                    choice={choice}
                    server={found(choice.title) ?? null}
                    facts={facts}
                    onDone={onDone}
                  />
                )}
              </FoldingRow>
            ))}
          </Rows>
        </div>
      ))}
    </div>
  )
}

/** What was found of a server of language models on this machine; null for what was not looked for. */
function foundHint(models: readonly string[] | null | undefined): string | null {
  if (models === undefined || models === null) return null
  return models.length === 0 ? 'Not running' : counted(models.length, 'model', 'models')
}
