import type { CoveredPull, EntryDetail } from '../api/entry-queries.ts'
import type { EditedWords } from './editor/words.ts'

interface Props {
  passages: EntryDetail['passages']
  /** The words as they are typed. */
  words: EditedWords
  /** The pull request that the passages are from. */
  pull: CoveredPull | undefined
}

/** For each sentence of the machine that is still in the words, the passage that it is based on. */
export function Passages({ passages, words, pull }: Props) {
  const standing = passages.filter(({ sentence }) => isIn(words, sentence))
  if (standing.length === 0) return null
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-md text-s text-quiet hover:text-ink">
        Where this comes from
      </summary>
      <dl className="mt-2 grid gap-3">
        {standing.map(passage => (
          <div key={passage.sentence} className="grid gap-0.5">
            <dt dir="auto" className="font-serif wrap-anywhere">
              {passage.sentence}
            </dt>
            <dd className="border-l-2 border-line pl-3 text-s text-quiet wrap-anywhere">
              {sourceOf(passage, pull)}: “<bdi>{passage.from}</bdi>”
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

type Passage = EntryDetail['passages'][number]

/** The source of a passage: "from the description", "from issue #12". */
const sourceOf = ({ from, place }: Passage, pull: CoveredPull | undefined): string =>
  place ? `from ${place}` : placeOf(from, pull)

/** Whether the words contain the sentence. They were cleaned: a headline has no full stop at its end, and spaces may differ. */
const isIn = ({ title, body }: EditedWords, sentence: string): boolean => {
  const said = spaced(sentence)
  return spaced(title) === said.replace(/\.$/, '') || spaced(body).includes(said)
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The letters and digits of a text, which locate a passage regardless of markup. */
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
