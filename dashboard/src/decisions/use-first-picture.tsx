import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { entryQuery } from '../api/entry-queries.ts'
import { Picture } from '../entry/image/picture.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Question } from '../parts/overlay/confirm.tsx'

interface Asked {
  entries: readonly string[]
  run: () => void
}

/**
 * Asks a person to look at the first pictures of an account once more before they are published. `ask` takes
 * the ids of the entries with pictures and what to run afterwards; without pictures it runs at once.
 */
export function useFirstPicture() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const answer = (isWanted: boolean) => {
    setAsked(null)
    if (isWanted) asked?.run()
  }
  return {
    ask: (entries: readonly string[], run: () => void) =>
      entries.length === 0 ? run() : setAsked({ entries, run }),
    question: asked && (
      <Question
        title={
          asked.entries.length === 1
            ? 'Is the picture fit to be seen by everyone?'
            : 'Are the pictures fit to be seen by everyone?'
        }
        verb="Continue"
        variant="primary"
        subject={<Pictures entries={asked.entries} />}
        onAnswer={answer}
      >
        {asked.entries.length === 1
          ? 'It is the first picture that goes out from this account.'
          : 'They are the first pictures that go out from this account.'}{' '}
        Look for names and addresses of real customers, in a recording from its beginning to its end.
      </Question>
    ),
  }
}

const Pictures = ({ entries }: Pick<Asked, 'entries'>) => (
  <ul aria-label="Pictures" className="grid max-h-[50vh] gap-3 overflow-y-auto">
    {entries.map(id => (
      <li key={id}>
        <EntryPicture id={id} />
      </li>
    ))}
  </ul>
)

function EntryPicture({ id }: { id: string }) {
  const { id: account } = useAccount()
  const { data } = useQuery(entryQuery(account, id))
  return data ? <Picture detail={data} className="max-h-[40vh] max-w-full ring-1 ring-line" /> : null
}
