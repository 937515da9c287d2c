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

/** The providers as rows. The one that is chosen unfolds the fields that it needs. */
export function ConnectWriter({ facts, onDone }: Props) {
  const { data } = useAccountQuery(localServersQuery)
  const { writer } = facts
  const [chosen, setChosen] = useState(() => (writer ? (choiceOf(writer)?.id ?? null) : null))
  const found = (name: string) => data?.servers.find(server => server.name === name)
  return (
    <Rows label="Providers">
      {CHOICES.map(choice => (
        <FoldingRow
          key={choice.id}
          title={choice.title}
          meta={choice.isLocal ? localHint(found(choice.title)?.models) : choice.models}
          isOpen={chosen === choice.id}
          onToggle={isOpen =>
            setChosen(before => (isOpen ? choice.id : before === choice.id ? null : before))
          }
        >
          {chosen === choice.id && (
            <ConnectForm choice={choice} server={found(choice.title) ?? null} facts={facts} onDone={onDone} />
          )}
        </FoldingRow>
      ))}
    </Rows>
  )
}

/** Where a server of language models runs, and what was found of it; nothing for one that was not looked for. */
function localHint(models: readonly string[] | null | undefined): string {
  if (models === undefined || models === null) return 'On this machine'
  return `On this machine: ${models.length === 0 ? 'not running' : counted(models.length, 'model', 'models')}`
}
