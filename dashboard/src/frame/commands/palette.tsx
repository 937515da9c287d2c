import { useEffect, useId, useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { KeyCap } from '../../parts/key.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { useSignOut } from '../../parts/sign-out.tsx'
import { rewordingQuery } from '../../rewording/queries.ts'
import { counted } from '../../text.ts'
import { PAGES } from '../pages.ts'
import { useAccount, useAccountQuery, usePageNavigate } from '../use-account.ts'
import { useOffered } from '../use-pages.ts'
import type { Command, Current } from './current-commands.ts'
import { useFound } from './found.ts'

interface Props {
  current: Current | null
  onClose: () => void
  /** Opens the list of keys in the palette's place. */
  onKeys: () => void
}

/**
 * The command palette: decides about the current draft, opens any page, entry or pull request, searches, and
 * runs commands of the whole dashboard.
 */
export function Palette({ current: draft, onClose, onKeys }: Props) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const list = useId()
  const groups = useCommands(text, draft, onKeys)
  const found = groups.flatMap(({ commands }) => commands)
  // Results that arrive later may be listed before the chosen one.
  const current = Math.max(
    0,
    found.findIndex(command => idOf(command) === chosen),
  )
  const setAt = (at: number) => setChosen(found[at] ? idOf(found[at]) : null)
  const option = `${list}-${current}`
  useEffect(() => {
    document.getElementById(option)?.scrollIntoView({ block: 'nearest' })
  }, [option])
  const run = (command: Command | undefined) => {
    onClose()
    command?.run()
  }
  const press = (key: string): boolean => {
    if (key === 'ArrowDown') setAt((current + 1) % found.length)
    else if (key === 'ArrowUp') setAt((current - 1 + found.length) % found.length)
    else if (key === 'Enter') run(found[current])
    else return false
    return true
  }
  return (
    <Dialog title="Commands" isTitleHidden onClose={onClose} className="mt-[15vh]!">
      <input
        role="combobox"
        aria-label="Type a command, a page or words to search for"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={option}
        placeholder="Type a command or search"
        autoFocus
        value={text}
        onChange={event => {
          setText(event.target.value)
          setChosen(null)
        }}
        onKeyDown={event => {
          if (press(event.key)) event.preventDefault()
        }}
        className="-m-3 h-11 rounded-md bg-transparent px-3 text-l outline-none"
      />
      <div
        id={list}
        role="listbox"
        aria-label="Commands"
        className="-mx-3 -mb-3 max-h-[306px] scroll-pb-10 overflow-y-auto pb-8 mask-[linear-gradient(#000_calc(100%-32px),transparent)]"
      >
        {groups.map(({ label, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
          <div
            key={label}
            role="group"
            aria-label={label}
            className="not-first:mt-2 not-first:border-t not-first:border-line not-first:pt-2"
          >
            {label !== GENERAL && label !== SEARCH && (
              <p aria-hidden="true" dir="auto" className="truncate px-3 pt-2 pb-1 text-s text-quiet">
                {label}
              </p>
            )}
            {commands.map(command => {
              const place = found.indexOf(command)
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox.
                <div
                  key={idOf(command)}
                  id={`${list}-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === current}
                  onClick={() => run(command)}
                  onPointerMove={() => setAt(place)}
                  className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 aria-selected:bg-highlight"
                >
                  <Icon name={command.icon} className="size-4 text-quiet" />
                  <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                    {command.label}
                  </span>
                  {command.note && <span className="text-s text-quiet">{command.note}</span>}
                  {command.key && <KeyCap>{command.key}</KeyCap>}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

const idOf = ({ id, label }: Command): string => id ?? label

/** The group of the commands that every page has. */
const GENERAL = 'Pages and more'
const SEARCH = 'Search'

interface Group {
  label: string
  commands: readonly Command[]
}

function useCommands(text: string, current: Current | null, onKeys: () => void): Group[] {
  const { id: account, may } = useAccount()
  const navigate = usePageNavigate()
  const signOut = useSignOut()
  const pages = useOffered(PAGES).map(({ to, label, icon, words }) => ({
    ...{ label, icon },
    words: words ?? '',
    run: () => navigate({ to }),
  }))
  const { data } = useAccountQuery(rewordingQuery, { enabled: may('writer') })
  const offer = data?.offer
  const others: Command[] = [
    ...(offer
      ? [
          {
            label: `Reword ${counted(offer.drafts, 'draft', 'drafts')}…`,
            icon: 'writer' as const,
            run: async () => (await import('../../rewording/question.tsx')).askToReword(account, offer),
          },
        ]
      : []),
    {
      label: 'Your name, password and devices',
      icon: 'person',
      run: () => navigate({ to: '/$account/you' }),
    },
    {
      label: 'History and undo',
      icon: 'back',
      words: 'take back revert mistake restore last change decisions',
      run: () => navigate({ to: '/$account/review', search: { tab: 'history' } }),
    },
    { label: 'Keyboard shortcuts', icon: 'settings', run: onKeys },
    { label: 'Sign out', icon: 'person', run: () => signOut.mutate('here') },
  ]
  const q = text.trim()
  const searches: Command[] = [
    {
      label: `Search the drafts for “${q}”`,
      icon: 'search',
      run: () => navigate({ to: '/$account/review', search: { q } }),
    },
    {
      label: `Search all pull requests for “${q}”`,
      icon: 'search',
      run: () => navigate({ to: '/$account/merges', search: { q } }),
    },
  ]
  const found = useFound(q)
  const matches = ({ label, words = '' }: Command) =>
    `${label} ${words}`.toLowerCase().includes(q.toLowerCase())
  const groups = [
    ...(current
      ? [{ label: current.title ?? 'Current draft', commands: current.commands.filter(matches) }]
      : []),
    { label: GENERAL, commands: [...pages, ...others].filter(matches) },
    ...found,
    { label: SEARCH, commands: q === '' ? [] : searches },
  ]
  return groups.filter(({ commands }) => commands.length > 0)
}
