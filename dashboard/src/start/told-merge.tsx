import { KIND_FACES } from '#changelog/kind-faces.ts'
import { useAccount } from '../frame/use-account.ts'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { Prose } from '../parts/text/prose.tsx'
import { repoName, sentenceCase } from '../text.ts'
import { shortDate } from '../time.ts'
import type { BestMerge } from './queries.ts'

/** A merge as the page would show it: its kind, whether it asks something of readers, its day, and its words. */
export function ToldMerge({ merge }: { merge: BestMerge }) {
  const { kind, isBreaking, title, html, repo, number, mergedAt } = merge
  const { timeZone } = useAccount()
  return (
    <article className="grid max-w-text gap-1">
      <p className="flex flex-wrap items-center gap-x-2 text-s text-quiet">
        {isBreaking && (
          <strong className="rounded-md bg-raised px-1.5 font-semibold text-danger">! Breaking</strong>
        )}
        <KindGlyph kind={kind} />
        <span aria-hidden="true">{KIND_FACES[kind].word}</span>
        <span>
          {shortDate(mergedAt, timeZone)} · {repoName(repo)}
          {number !== null && ` #${number}`}
        </span>
      </p>
      <h3 dir="auto" className="font-serif text-xl font-semibold text-balance wrap-anywhere">
        <Headline title={title} />
      </h3>
      <Prose html={html} />
    </article>
  )
}

/** Why a person should read a merge before customers do, in sentences; empty if there is no reason. */
const doubtsAbout = ({ isBreaking, confidence, reason, html }: BestMerge): readonly string[] => [
  ...(isBreaking ? ['Breaking: readers may have to change something.'] : []),
  ...(html === '' ? ['Only a headline, without an explanation.'] : []),
  ...(confidence === 'high' ? [] : [`Not certain. ${sentenceCase(reason)}`]),
]

/** Shows why a merge should be read before customers do; nothing if there is no reason. */
export function Doubts({ merge }: { merge: BestMerge }) {
  const doubts = doubtsAbout(merge)
  if (doubts.length === 0) return null
  return (
    <p className={`line-clamp-2 text-s text-pretty ${merge.isBreaking ? 'text-danger' : 'text-quiet'}`}>
      {doubts.join(' ')}
    </p>
  )
}
