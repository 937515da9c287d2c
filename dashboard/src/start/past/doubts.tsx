import { sentenceCase } from '../../text.ts'
import type { BestMerge } from '../queries.ts'

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
