import type { CoveredPull, pullQuery } from '../api/entry-queries.ts'
import type { DataOf } from '../api/queries.ts'
import { toasts } from '../frame/toasts.tsx'
import { SentenceFold } from '../parts/fold.tsx'
import { Out } from '../parts/text/out.tsx'
import { Time } from '../parts/text/time.tsx'
import { counted, repoName } from '../text.ts'

const FILES_SHOWN = 8

type Recorded = NonNullable<DataOf<typeof pullQuery>['record']>

/** What an entry and the ledger both tell of a merge. */
type Pull = Pick<CoveredPull, keyof CoveredPull & keyof Recorded>

interface Props {
  pull: Pull
  /** Whether it is the only merge; several merges of a group show their titles. */
  isOnly: boolean
  /** False if the title is already the heading of the page. */
  isTitleShown?: boolean
  /** Whether the title, labels, description and files are shown at once. */
  isOpen?: boolean
}

/** What was merged, in one line. Its title, labels, description and files can be unfolded. */
export function Merge({ pull, isOnly, isTitleShown = true, isOpen = false }: Props) {
  const { filesChanged, additions, deletions } = pull
  return (
    <section aria-label={isOnly ? 'The merge' : pull.title} className="grid min-w-0 md:max-w-text">
      <SentenceFold
        lead={
          <span className="text-s">
            <PullLink pull={pull} /> {pull.author ? `by ${pull.author},` : 'merged'}{' '}
            <Time at={pull.mergedAt} /> · {counted(filesChanged, 'file', 'files')},{' '}
            <span className="whitespace-nowrap">
              +{additions} −{deletions}
            </span>
          </span>
        }
        title="What was merged"
        isOpen={isOpen}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {isTitleShown && (
            <p dir="auto" className="font-semibold wrap-anywhere">
              {pull.title}
            </p>
          )}
          {pull.labels.length > 0 && (
            <p className="flex flex-wrap gap-1 text-s text-quiet">
              {pull.labels.map(label => (
                <span key={label} className="rounded-full border border-line px-2">
                  {label}
                </span>
              ))}
            </p>
          )}
          {pull.body.trim() !== '' && (
            <section
              dir="auto"
              aria-label="Description"
              className="rounded-md bg-raised px-4 py-3 whitespace-pre-wrap wrap-anywhere"
            >
              {pull.body.trim()}
            </section>
          )}
          <Files pull={pull} />
        </div>
      </SentenceFold>
    </section>
  )
}

/** Like "acme/app #12", with its address where it has one. */
function PullLink({ pull: { repo, number, url } }: { pull: Pick<Pull, 'repo' | 'number' | 'url'> }) {
  const name = `${repoName(repo)}${number === null ? '' : ` #${number}`}`
  if (!url) return <span>{name}</span>
  return (
    <Out href={url} className="rounded-md underline decoration-edge underline-offset-2 hover:text-ink">
      {name}
    </Out>
  )
}

function Files({ pull: { files, filesChanged } }: { pull: Pull }) {
  const hidden = filesChanged - Math.min(files.length, FILES_SHOWN)
  return (
    <ul className="font-mono text-xs text-quiet">
      {files.slice(0, FILES_SHOWN).map(file => (
        <li key={file.path} className="truncate">
          {file.path}
        </li>
      ))}
      {hidden > 0 && <li className="font-sans">and {hidden} more</li>}
    </ul>
  )
}

/** Opens a merge where it was made; does nothing while its address is being loaded (undefined). */
export function openOnCodeHost(url: string | null | undefined): void {
  if (url === undefined) return
  if (url) window.open(url, '_blank', 'noreferrer')
  else toasts.show('This merge has no web address.')
}
