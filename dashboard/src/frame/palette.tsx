import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { askToUndo } from '../decisions/undo-events.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { useSignOut } from '../parts/sign-out.tsx'
import { useAccount } from './use-account.ts'
import { usePageGroups } from './use-page-groups.ts'

interface Command {
  label: string
  icon: IconName
  run: () => unknown
}

/** Goes to any page, searches, and does what concerns the whole dashboard. `onKeys` opens the list of keys in its place. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useId()
  const found = useCommands(text, onKeys)
  const current = Math.min(at, found.length - 1)
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
        aria-label="Go to a page or search"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={`${list}-${current}`}
        placeholder="Go to a page or search"
        autoFocus
        value={text}
        onChange={event => {
          setText(event.target.value)
          setAt(0)
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
        className="-mx-3 -mb-3 max-h-[306px] overflow-y-auto"
      >
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox.
          <div
            key={command.label}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => run(command)}
            onPointerMove={() => setAt(index)}
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 aria-selected:bg-highlight"
          >
            <Icon name={command.icon} className="size-4 text-quiet" />
            <span className="min-w-0 truncate">{command.label}</span>
          </div>
        ))}
      </div>
    </Dialog>
  )
}

function useCommands(text: string, onKeys: () => void): Command[] {
  const { id: account } = useAccount()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const pages = usePageGroups()
    .flatMap(group => group.pages)
    .map(({ to, label, icon }) => ({ label, icon, run: () => navigate({ to, params: { account } }) }))
  const others: Command[] = [
    {
      label: 'Your name, password and devices',
      icon: 'person',
      run: () => navigate({ to: '/$account/you', params: { account } }),
    },
    { label: 'Undo your last change', icon: 'back', run: () => askToUndo() },
    { label: 'Keyboard shortcuts', icon: 'settings', run: onKeys },
    { label: 'Sign out', icon: 'person', run: () => signOut.mutate('here') },
  ]
  const q = text.trim()
  const searches: Command[] = [
    {
      label: `Search the inbox for “${q}”`,
      icon: 'search',
      run: () => navigate({ to: '/$account/inbox', params: { account }, search: { q } }),
    },
    {
      label: `Search all pull requests for “${q}”`,
      icon: 'search',
      run: () => navigate({ to: '/$account/pulls', params: { account }, search: { q } }),
    },
  ]
  const matches = ({ label }: Command) => label.toLowerCase().includes(q.toLowerCase())
  return [...[...pages, ...others].filter(matches), ...(q === '' ? [] : searches)]
}
