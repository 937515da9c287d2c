import { MOST_PROPOSED, type Past } from '#pulls/past.ts'
import { ChoiceCards } from '../parts/form/choice-cards.tsx'

/** What may become of the past; the team's own changelog is known once it was read. */
export type PastAnswer = Past | 'changelog'

const ANSWERS: Record<PastAnswer, { title: string; hint: string }> = {
  month: {
    title: 'Start from today',
    hint: `At most ${MOST_PROPOSED} of the last month, the weightiest, wait in Review. The others are listed under Merges.`,
  },
  history: { title: 'No drafts', hint: 'All of them are listed under Merges, none waits in Review.' },
  drafts: { title: 'All of it as drafts', hint: 'Each that customers would notice waits in Review.' },
  changelog: { title: 'Your own changelog', hint: 'Its releases become entries, with their dates.' },
  publish: {
    title: 'Publish the past',
    hint: 'You look through one list first. Entries get the dates of their merges; nothing is posted.',
  },
}

interface Props<T extends PastAnswer> {
  value: T
  choices: readonly T[]
  /** Hints that replace the general ones, such as the number of changes. */
  hints?: Partial<Record<T, string>>
  onPick: (past: T) => void
}

/** Asks what to do with earlier merges and commits that customers would notice. */
export const PastChoice = <T extends PastAnswer>({ value, choices, hints, onPick }: Props<T>) => (
  <ChoiceCards
    label="What should happen to earlier changes?"
    value={value}
    cards={choices.map(past => {
      const { title, hint } = ANSWERS[past]
      return { value: past, title, hint: hints?.[past] ?? hint }
    })}
    onPick={onPick}
  />
)
