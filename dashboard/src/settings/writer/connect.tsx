import { useState } from 'react'
import { useAccountQuery } from '../../frame/use-account.ts'
import { ChoiceCards } from '../../parts/form/choice-cards.tsx'
import { counted } from '../../text.ts'
import { localServersQuery } from '../queries.ts'
import { ConnectForm } from './connect-form.tsx'
import { CHOICES, choiceOf, type WriterFacts } from './facts.ts'

interface Props {
  facts: WriterFacts
  onDone: () => void
}

/** Where the providers run. */
const PLACES = [
  { label: 'Hosted', isLocal: false },
  { label: 'On this machine', isLocal: true },
] as const

/** Cards to choose a provider, and the fields that the chosen one needs. */
export function ConnectWriter({ facts, onDone }: Props) {
  const { data } = useAccountQuery(localServersQuery)
  const { writer } = facts
  const [chosen, setChosen] = useState(() => (writer ? (choiceOf(writer)?.id ?? null) : null))
  const choice = CHOICES.find(({ id }) => id === chosen)
  const found = (name: string) => data?.servers.find(server => server.name === name)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {PLACES.map(({ label, isLocal }) => (
          <div key={label} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <p aria-hidden="true" className="text-s text-quiet">
              {label}
            </p>
            <ChoiceCards
              label={label}
              isLabelHidden
              value={chosen}
              cards={CHOICES.filter(one => one.isLocal === isLocal).map(({ id, title }) => ({
                value: id,
                title,
                hint: localHint(found(title)?.models),
              }))}
              onPick={setChosen}
            />
          </div>
        ))}
      </div>
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

/** What was found of a server on this machine; nothing for one that was not looked for. */
function localHint(models: readonly string[] | null | undefined): string | undefined {
  if (models === undefined || models === null) return undefined
  return models.length === 0 ? 'Not running' : `Found, with ${counted(models.length, 'model', 'models')}`
}
