import { useId } from 'react'

const PASTS = {
  history: {
    label: 'Start from today',
    means: 'Earlier merges become history: listed under Pull requests, not in the inbox.',
  },
  month: {
    label: 'The last month as drafts',
    means: 'Counted back from the newest merge. Older ones become history.',
  },
  drafts: { label: 'All of them as drafts', means: 'Each that customers would notice waits in the inbox.' },
  publish: {
    label: 'Publish the past',
    means: 'You look through one list first. Entries get the dates of their merges; nothing is posted.',
  },
} as const
export type Past = keyof typeof PASTS

interface Props<T extends Past> {
  value: T
  choices: readonly T[]
  onPick: (past: T) => void
}

/** Asks what becomes of earlier merges that customers would notice. */
export function PastChoice<T extends Past>({ value, choices, onPick }: Props<T>) {
  const name = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">What becomes of earlier merges?</legend>
      {choices.map(past => (
        <label key={past} className="grid cursor-pointer grid-cols-[16px_minmax(0,1fr)] gap-x-2.5">
          <input
            type="radio"
            name={name}
            checked={past === value}
            onChange={() => onPick(past)}
            className="relative mt-0.5 size-4 accent-accent before:absolute before:-inset-2 before:content-['']"
          />
          <span>
            {PASTS[past].label}
            <span className="block text-s text-quiet text-pretty">{PASTS[past].means}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
