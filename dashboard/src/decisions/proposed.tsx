import { Button } from '../parts/button.tsx'
import { Key } from '../parts/key.tsx'
import { Headline } from '../parts/text/headline.tsx'

interface Props {
  entries: readonly { id: string; title: string }[]
  /** Whether `y` and `n` answer too. */
  hasKeys?: boolean
  onGroup: () => void
  onKeep: () => void
}

/** Entries that may be one, and the buttons that group them or keep them apart. */
export const Proposed = ({ entries, hasKeys = false, onGroup, onKeep }: Props) => (
  <>
    <ul className="grid gap-0.5 text-s text-quiet">
      {entries.map(({ id, title }) => (
        <li key={id} dir="auto" className="truncate">
          <Headline title={title} />
        </li>
      ))}
    </ul>
    <div className="flex flex-wrap gap-1 forced-colors:gap-2">
      <Button className="px-3!" onClick={onGroup}>
        Group {hasKeys && <Key>y</Key>}
      </Button>
      <Button className="px-3!" onClick={onKeep}>
        Keep <span className="sr-only">them apart</span> {hasKeys && <Key>n</Key>}
      </Button>
    </div>
  </>
)
