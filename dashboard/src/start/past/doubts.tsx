import { sentenceCase } from '../../text.ts'
import type { BestMerge } from '../queries.ts'

/** Why a person should read it before customers do, in sentences; none where nothing speaks against it. */
const doubtsAbout = ({ isBreaking, confidence, reason, html }: BestMerge): readonly string[] => [
  ...(isBreaking ? ['Breaking: readers may have to change something.'] : []),
  ...(html === '' ? ['Only a headline, without an explanation.'] : []),
  ...(confidence === 'high' ? [] : [`Not certain. ${sentenceCase(reason)}`]),
]

/** Why a merge should be read before customers do; nothing where it need not. */
export function Doubts({ merge }: { merge: BestMerge }) {
  const doubts = doubtsAbout(merge)
  if (doubts.length === 0) return null
  return (
    <p className={`line-clamp-2 text-s text-pretty ${merge.isBreaking ? 'text-danger' : 'text-quiet'}`}>
      {doubts.join(' ')}
    </p>
  )
}
