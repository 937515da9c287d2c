import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../frame/use-account.ts'
import { ChoiceCards } from '../../parts/form/choice-cards.tsx'
import { localServersQuery } from '../queries.ts'
import { ConnectForm } from './connect-form.tsx'
import { CHOICES, choiceOf, type WriterFacts } from './facts.ts'

interface Props {
  facts: WriterFacts
  onDone: () => void
}

/** Cards to choose a provider, and the fields that the chosen one needs. */
export function ConnectWriter({ facts, onDone }: Props) {
  const { id: account } = useAccount()
  const { data } = useQuery(localServersQuery(account))
  const { writer } = facts
  const [chosen, setChosen] = useState(() => (writer ? (choiceOf(writer)?.id ?? null) : null))
  const choice = CHOICES.find(({ id }) => id === chosen)
  const found = (name: string) => data?.servers.find(server => server.name === name)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <ChoiceCards
        label="Provider"
        isLabelHidden
        opensFields
        value={chosen}
        cards={CHOICES.map(({ id, title, isLocal, hint }) => ({
          value: id,
          title,
          hint: isLocal ? localHint(found(title)?.models) : hint,
        }))}
        onPick={setChosen}
      />
      {choice && (
        <ConnectForm
          key={choice.id}
          choice={choice}
          server={found(choice.title) ?? null}
          facts={facts}
          onDone={onDone}
        />
      )}
    </div>
  )
}

function localHint(models: readonly string[] | null | undefined): string {
  if (models === undefined || models === null) return 'On this machine'
  if (models.length === 0) return 'Not running on this machine'
  return `Found here, ${models.length === 1 ? '1 model' : `${models.length} models`}`
}
