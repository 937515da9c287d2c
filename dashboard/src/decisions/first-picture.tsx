import { entryQuery } from '../api/entry-queries.ts'
import { Picture } from '../entry/image/picture.tsx'
import { useAccountQuery } from '../frame/use-account.ts'
import { ask } from '../parts/overlay/confirm.tsx'

/**
 * Asks a person to look at the first pictures of an account once more before they are published, and then runs it. Without pictures it
 * runs at once. `entries` are the ids of those with pictures.
 */
export async function askAboutPictures(entries: readonly string[], run: () => void): Promise<void> {
  if (entries.length === 0) return run()
  const isOne = entries.length === 1
  const isWanted = await ask({
    title: isOne
      ? 'Is the picture fit to be seen by everyone?'
      : 'Are the pictures fit to be seen by everyone?',
    verb: 'Continue',
    subject: <Pictures entries={entries} />,
    text: `${isOne ? 'It is the first picture that goes' : 'They are the first pictures that go'} out from this account. Look for names and addresses of real customers, in a recording from its beginning to its end.`,
  })
  if (isWanted) run()
}

const Pictures = ({ entries }: { entries: readonly string[] }) => (
  <ul aria-label="Pictures" className="grid max-h-[50vh] gap-3 overflow-y-auto">
    {entries.map(id => (
      <li key={id}>
        <EntryPicture id={id} />
      </li>
    ))}
  </ul>
)

function EntryPicture({ id }: { id: string }) {
  const { data } = useAccountQuery(account => entryQuery(account, id))
  return data ? <Picture detail={data} className="max-h-[40vh] max-w-full ring-1 ring-line" /> : null
}
