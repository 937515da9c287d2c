import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../frame/use-account.ts'
import { localServersQuery } from '../queries.ts'
import { ConnectForm } from './connect-form.tsx'
import { CHOICES, choiceOf, type WriterFacts } from './facts.ts'

interface Props {
  facts: WriterFacts
  onDone: () => void
}

/** Tiles to choose a provider from, and what the chosen one asks for. */
export function ConnectWriter({ facts, onDone }: Props) {
  const { id: account } = useAccount()
  const { data } = useQuery(localServersQuery(account))
  const { writer } = facts
  const [chosen, setChosen] = useState(() => (writer ? (choiceOf(writer)?.id ?? null) : null))
  const choice = CHOICES.find(({ id }) => id === chosen)
  const found = (name: string) => data?.servers.find(server => server.name === name)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="sr-only">Provider</legend>
        {CHOICES.map(one => (
          <Tile
            key={one.id}
            title={one.title}
            hint={one.isLocal ? localHint(found(one.title)?.models) : one.hint}
            isChosen={one.id === chosen}
            onPick={() => setChosen(one.id)}
          />
        ))}
      </fieldset>
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

interface TileProps {
  title: string
  hint: string
  isChosen: boolean
  onPick: () => void
}

const Tile = ({ title, hint, isChosen, onPick }: TileProps) => (
  <label className="relative grid min-h-16 cursor-pointer content-center rounded-md px-4 py-2 ring-1 ring-edge ring-inset hover:bg-raised has-checked:bg-raised has-checked:ring-2 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
    <input
      type="radio"
      name="provider"
      checked={isChosen}
      onChange={onPick}
      className="absolute inset-0 cursor-pointer appearance-none outline-none"
    />
    <span className="font-semibold">{title}</span>
    <span className="text-s text-quiet">{hint}</span>
  </label>
)
