import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../frame/use-account.ts'
import { KindGlyph } from '../parts/text/kind.tsx'
import { counted } from '../text.ts'
import { useLeavingOut } from './dragging.ts'
import type { EditionItem, OpenEdition } from './edition.ts'
import { CurrentMark, Fields, type RowContext, RowHeadline, rowClass } from './edition-item.tsx'
import { Grounds } from './grounds.tsx'
import { OlderDrafts } from './older-drafts.tsx'

interface Props {
  edition: OpenEdition
  context: RowContext
}

type Held = OpenEdition['held'][number]
type LeftOut = OpenEdition['leftOut'][number]

/** What is not in the edition: held until something happens, or left out. */
export function Outside({ edition: { held, leftOut, more, older, size }, context }: Props) {
  const { element, isOver } = useLeavingOut()
  return (
    <aside className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
      {held.length > 0 && (
        <Part title="Held" lead="Joins the edition by itself once its reason ends.">
          {held.map(({ item, reason }) => (
            <OutsideRow key={item.id} item={item} context={context}>
              <HeldNote item={item} reason={reason} context={context} />
            </OutsideRow>
          ))}
        </Part>
      )}
      <section
        ref={element}
        className={`rounded-md ${isOver ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
      >
        <Part
          title="Left out"
          lead={leftOut.length === 0 ? 'Nothing. Leave an entry out with 3, or drag it here.' : undefined}
        >
          {leftOut.map(({ item, reason }) => (
            <OutsideRow key={item.id} item={item} context={context}>
              <LeftOutNote item={item} reason={reason} context={context} />
            </OutsideRow>
          ))}
        </Part>
      </section>
      {more > 0 && (
        <p className="text-s text-quiet text-pretty">
          {counted(more, 'further draft is', 'further drafts are')} not in it. All drafts are in Review.
        </p>
      )}
      {older && size > 0 && <OlderDrafts older={older} />}
    </aside>
  )
}

interface PartProps {
  title: string
  lead?: string | undefined
  children: ReactNode
}

const Part = ({ title, lead, children }: PartProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h2 className="text-l font-semibold">{title}</h2>
    {lead && <p className="text-s text-quiet text-pretty">{lead}</p>}
    <ul aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1 empty:hidden">
      {children}
    </ul>
  </div>
)

interface RowProps {
  item: EditionItem
  context: RowContext
  children: ReactNode
}

function OutsideRow({ item, context, children }: RowProps) {
  const isCurrent = context.current === item.id
  if (context.edited === item.id)
    return (
      <li className={rowClass(isCurrent)}>
        <Fields entry={item.id} onLeave={context.onLeave} />
      </li>
    )
  return (
    <li className={`${rowClass(isCurrent)} grid grid-cols-[20px_minmax(0,1fr)] gap-x-1.5 py-2`}>
      {isCurrent && <CurrentMark />}
      <span className="mt-0.5">
        <KindGlyph kind={item.kind} />
      </span>
      <div className="grid justify-items-start gap-1">
        <p className="font-semibold">
          <RowHeadline
            id={item.id}
            title={item.title}
            isCurrent={isCurrent}
            isTabStop={context.tabStop === item.id}
            isMovable={false}
            actions={context.actions}
            onChoose={context.onChoose}
          />
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-quiet">{children}</div>
        {isCurrent && <Grounds entry={item.id} />}
      </div>
    </li>
  )
}

const REASONS: Record<Held['reason'], string> = {
  'needs-words': 'Needs words.',
  'not-live': 'Not live yet.',
  unshipped: 'Waits for its release or its branch.',
  flagged: 'Flagged: its merges were reverted.',
}

const linkClass = 'relative z-10 rounded-md underline hover:text-ink'

type NoteProps<R> = Pick<RowProps, 'item' | 'context'> & { reason: R }

/** Why it is held, and what lifts that. */
function HeldNote({ item, reason, context: { actions } }: NoteProps<Held['reason']>) {
  const { id: account } = useAccount()
  return (
    <>
      <span>{item.needsWords ?? REASONS[reason]}</span>
      {reason === 'unshipped' ? (
        <Link
          to="/$account/entries/$entry"
          params={{ account, entry: item.id }}
          tabIndex={-1}
          className={linkClass}
        >
          Its merge
        </Link>
      ) : (
        <Link
          to="/$account/review"
          params={{ account }}
          search={{ item: item.id }}
          tabIndex={-1}
          className={linkClass}
        >
          Look at it in Review
        </Link>
      )}
      {actions.canWrite && reason === 'needs-words' && (
        <Small onClick={() => actions.edit({ id: item.id, title: item.title, standing: 'held', item })}>
          Word it
        </Small>
      )}
      {actions.canWrite && reason === 'not-live' && (
        <Small onClick={() => actions.putIn(item)}>Put it in</Small>
      )}
    </>
  )
}

const LEFT_OUT: Record<LeftOut['reason'], string> = {
  person: 'Left out by a person.',
  urgent: 'Goes out by itself, because it is urgent.',
  full: 'Waits for the next edition, because this one is full.',
}

function LeftOutNote({ item, reason, context: { actions } }: NoteProps<LeftOut['reason']>) {
  return (
    <>
      <span>{LEFT_OUT[reason]}</span>
      {actions.canWrite && <Small onClick={() => actions.putIn(item)}>Put it in</Small>}
    </>
  )
}

const Small = ({ children, onClick }: { children: string; onClick: () => void }) => (
  <button type="button" tabIndex={-1} className={`${linkClass} pointer-coarse:min-h-11`} onClick={onClick}>
    {children}
  </button>
)
