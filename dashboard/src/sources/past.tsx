import type { Past } from '#pulls/past.ts'
import { ChoiceCards } from '../parts/form/choice-cards.tsx'

const PASTS: Record<Past, { title: string; hint: string }> = {
  history: {
    title: 'Start from today',
    hint: 'What came earlier becomes history: listed under Merges, not in Review.',
  },
  month: {
    title: 'The last month as drafts',
    hint: 'Counted back from the newest change. What is older becomes history.',
  },
  drafts: { title: 'All of it as drafts', hint: 'Each that customers would notice waits in Review.' },
  publish: {
    title: 'Publish the past',
    hint: 'You look through one list first. Entries get the dates of their merges; nothing is posted.',
  },
}

interface Props<T extends Past> {
  value: T
  choices: readonly T[]
  /** What is said in place of the general hint, such as how many there are. */
  hints?: Partial<Record<T, string>>
  onPick: (past: T) => void
}

/** Asks what becomes of earlier merges and commits that customers would notice. */
export const PastChoice = <T extends Past>({ value, choices, hints, onPick }: Props<T>) => (
  <ChoiceCards
    label="What becomes of the past?"
    value={value}
    cards={choices.map(past => {
      const { title, hint } = PASTS[past]
      return { value: past, title, hint: hints?.[past] ?? hint }
    })}
    onPick={onPick}
  />
)
