import { SearchField } from '../../parts/form/search-field.tsx'
import { Title } from '../../parts/text/title.tsx'
import type { InboxSearch } from '../search.ts'
import { focusCurrentRow } from './use-list-focus.ts'

interface Props {
  search: InboxSearch
  /** Whether pressing a row selects it; null if rows cannot be selected. */
  isPicking: boolean | null
  onPick: (isPicking: boolean) => void
  onChange: (search: InboxSearch) => void
}

const buttonClass = 'h-9 rounded-md px-2 text-s text-quiet hover:bg-raised pointer-coarse:h-11'

/** The title, the search, and a link to the decisions. */
export function InboxHeader({ search, isPicking, onPick, onChange }: Props) {
  return (
    <div className="flex items-center gap-2 pt-4 pr-3 pb-2 pl-5 low:pt-2 low:pb-0">
      <Title className="text-xl! leading-8!">Review</Title>
      <SearchField
        label="Search drafts"
        value={search.q ?? ''}
        onSearch={typed => onChange({ q: typed || undefined, item: undefined })}
        onLeave={() => void focusCurrentRow()}
      />
      {isPicking !== null && (
        <button
          type="button"
          aria-pressed={isPicking}
          onClick={() => onPick(!isPicking)}
          className={`${buttonClass} aria-pressed:font-semibold aria-pressed:text-accent md:pointer-fine:hidden`}
        >
          Select
        </button>
      )}
      <a
        href="?tab=history"
        onClick={event => {
          if (event.metaKey || event.ctrlKey) return
          event.preventDefault()
          onChange({ tab: 'history', item: undefined })
        }}
        className={`${buttonClass} grid place-items-center`}
      >
        Undo…
      </a>
    </div>
  )
}
