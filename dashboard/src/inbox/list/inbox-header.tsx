import { PageLink } from '../../frame/use-account.ts'
import { SearchField } from '../../parts/form/search-field.tsx'
import { Title } from '../../parts/text/title.tsx'
import type { InboxSearch } from '../search.ts'
import { focusCurrentRow } from './use-list-focus.ts'

interface Props {
  search: InboxSearch
  /** Lets rows be selected by pressing them; null while they are, and if they cannot be. */
  onPick: (() => void) | null
  onChange: (search: InboxSearch) => void
}

const buttonClass =
  'h-9 rounded-md px-2 text-s text-quiet hover:bg-raised pointer-coarse:h-11 forced-colors:text-[ButtonText]'

/** The title, the search, and a link to the decisions; on a phone the search is below the others. */
export function InboxHeader({ search, onPick, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-1 pt-4.75 pr-3 pb-1 pl-5 low:pt-2 md:pt-4 low:pb-0 max-sm:[&>div]:order-last max-sm:[&>div]:mr-2 max-sm:[&>div]:basis-full">
      <Title className="mr-2 max-md:mr-auto md:text-xl! md:leading-8!">Review</Title>
      <SearchField
        label="Search drafts"
        value={search.q ?? ''}
        onSearch={typed => onChange({ q: typed || undefined, item: undefined })}
        onLeave={() => void focusCurrentRow()}
      />
      {onPick && (
        <button type="button" onClick={onPick} className={`${buttonClass} md:pointer-fine:hidden`}>
          Select
        </button>
      )}
      <PageLink
        to="/$account/review"
        search={{ tab: 'history' }}
        className={`${buttonClass} grid place-items-center`}
      >
        Undo…
      </PageLink>
    </div>
  )
}
