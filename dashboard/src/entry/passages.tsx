import type { CoveredPull, EntryDetail } from '../api/entry-queries.ts'
import type { Words } from './editor/words.ts'

interface Props {
  passages: EntryDetail['passages']
  /** As they are typed. */
  words: Words
  /** The pull request that the passages are from. */
  pull: CoveredPull | undefined
}

/** What each sentence of the machine's that still stands in the words rests on. */
export function Passages({ passages, words, pull }: Props) {
  const standing = passages.filter(({ sentence }) => isIn(words, sentence))
  if (standing.length === 0) return null
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-md text-s text-quiet hover:text-ink">
        Where this comes from
      </summary>
      <dl className="mt-2 grid gap-3">
        {standing.map(({ sentence, from, place }) => (
          <div key={sentence} className="grid gap-0.5">
            <dt dir="auto" className="font-serif wrap-anywhere">
              {sentence}
            </dt>
            <dd className="border-l-2 border-line pl-3 text-s text-quiet wrap-anywhere">
              {place ? `from ${place}` : placeOf(from, pull)}: “<bdi>{from}</bdi>”
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The words were cleaned of a full stop at the end of the headline, and may have more space. */
const isIn = ({ title, body }: Words, sentence: string): boolean => {
  const said = spaced(sentence)
  return spaced(title) === said.replace(/\.$/, '') || spaced(body).includes(said)
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Letters and digits tell where a passage stands; markup does not. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function placeOf(from: string, pull: CoveredPull | undefined): string {
  const start = bare(from.split(/…|\.\.\.|\n/).find(part => bare(part) !== '') ?? '')
  if (bare(pull?.title ?? '').includes(start)) return 'from the title'
  return bare(pull?.body ?? '').includes(start) ? 'from the description' : 'from the pull request'
}
