import type { ReactNode } from 'react'
import { Section } from '../parts/page.tsx'
import { counted } from '../text.ts'
import { KeyNumber } from './delay.tsx'
import type { Insights } from './queries.ts'

/** A share of fewer says nothing yet. */
const FEWEST = 10

type Kept = Pick<Insights, 'words' | 'decisions'>

/** How often people kept what the machine wrote and decided. */
export const KeptSection = (kept: Kept) => (
  <Section title="How often were words and decisions kept?" lead={leadOf(kept)} />
)

function leadOf({ words, decisions }: Kept): ReactNode {
  if (words.all + decisions.all === 0) return 'Nobody has published or corrected anything yet.'
  return (
    <>
      {words.all >= FEWEST && (
        <>
          <KeyNumber>
            {words.kept} of {words.all}
          </KeyNumber>{' '}
          published drafts kept the machine's words.{' '}
        </>
      )}
      {agreementOf(decisions)}
    </>
  )
}

/** A sentence about how often people agreed with the machine. */
function agreementOf({ all, kept }: Kept['decisions']): string {
  const matter = 'whether customers would notice a merge'
  if (all === 0) return `Nobody has decided yet ${matter}.`
  return all < FEWEST
    ? `People made ${counted(all, 'decision', 'decisions')} on ${matter}, too few to say how often they agree.`
    : `People agreed in ${kept} of ${all} decisions on ${matter}.`
}
