import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'

const DELAY_MS = 250

interface Props {
  label: string
  value: string
  onSearch: (text: string) => void
  /** Called on Enter, escape and the down arrow, which lead to the results. */
  onLeave?: () => void
}

/** A field that searches while the person types, after a short pause. */
export function SearchField({ label, value, onSearch, onLeave }: Props) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(typed.trim()), DELAY_MS)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') return onLeave ? onLeave() : event.currentTarget.blur()
    if (!onLeave || !['Enter', 'ArrowDown'].includes(event.key) || event.nativeEvent.isComposing) return
    event.preventDefault()
    clearTimeout(timer.current)
    if (text.trim() !== value) onSearch(text.trim())
    onLeave()
  }
  return (
    <div className="relative min-w-28 flex-1 sm:max-w-80">
      <Icon name="search" className="absolute top-2.5 left-2.5 size-4 text-quiet pointer-coarse:top-3.5" />
      <input
        type="search"
        aria-label={label}
        placeholder="Search"
        value={text}
        onChange={event => type(event.target.value)}
        onKeyDown={press}
        className="h-9 w-full rounded-md border border-transparent bg-highlight pr-2 pl-8 hover:border-rim focus:bg-floating forced-colors:border-[CanvasText] pointer-coarse:h-11"
      />
    </div>
  )
}

/** Puts the focus into the search field of the page. */
export const focusSearch = (): void => document.querySelector<HTMLInputElement>('input[type=search]')?.focus()
