import { MOST_PROPOSED, type Past } from '#pulls/past.ts'
import { ChoiceCards } from '../parts/form/choice-cards.tsx'

const PASTS: Record<Past, { title: string; hint: string }> = {
  month: {
    title: 'Start from today',
    hint: `At most ${MOST_PROPOSED} of the last month, the weightiest, wait in Review. The others are listed under Merges.`,
  },
  history: { title: 'No drafts', hint: 'All of them are listed under Merges, none waits in Review.' },
  drafts: { title: 'All of it as drafts', hint: 'Each that customers would notice waits in Review.' },
  publish: {
    title: 'Publish the past',
    hint: 'You look through one list first. Entries get the dates of their merges; nothing is posted.',
  },
}

interface Props<T extends Past> {
  value: T
  choices: readonly T[]
  /** Hints that replace the general ones, such as the number of changes. */
  hints?: Partial<Record<T, string>>
  onPick: (past: T) => void
}

/** Asks what to do with earlier merges and commits that customers would notice. */
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
